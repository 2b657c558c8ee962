/** A strict parser for what the service writes as metrics. It throws at the first line that is wrong. */

export interface ParsedFamily {
  readonly type: string;
  readonly help: string;
  readonly unit: string | null;
  /** By the sample's name with its labels, as written. */
  readonly samples: ReadonlyMap<string, number>;
}

const NAME = '[a-z][a-z0-9_]*';
const META = new RegExp(`^# (HELP|TYPE|UNIT) (${NAME}) (.+)$`);
const SAMPLE = new RegExp(
  `^((${NAME})(?:\\{(${NAME})="([^"\\\\\\n]*)"\\})?) (\\+Inf|-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?)$`,
);

const SUFFIXES = { counter: ['_total'], gauge: [''], histogram: ['_bucket', '_sum', '_count'] } as const;

interface Open {
  help: string;
  type: string;
  unit: string | null;
  samples: Map<string, number>;
}

export function parseMetrics(text: string, format: 'text' | 'openmetrics'): Map<string, ParsedFamily> {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error('The last line does not end');
  const isOpen = format === 'openmetrics';
  if ((lines.at(-1) === '# EOF') !== isOpen) throw new Error('# EOF is missing, or does not belong here');
  if (isOpen) lines.pop();
  const families = new Map<string, Open>();
  let current = '';
  for (const line of lines) {
    const [, keyword, name = '', rest = ''] = META.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (families.has(name)) throw new Error(`${name} is described twice`);
      families.set(name, { help: rest, type: '', unit: null, samples: new Map() });
      current = name;
      continue;
    }
    const family = families.get(current);
    if (family === undefined) throw new Error(`Before any family: ${line}`);
    if (keyword === undefined) addSample(current, family, line, isOpen);
    else if (name !== current || family.samples.size > 0) throw new Error(`Out of order: ${line}`);
    else if (keyword === 'TYPE') family.type = rest;
    else if (isOpen && name.endsWith(`_${rest}`)) family.unit = rest;
    else throw new Error(`A unit that does not end the name: ${line}`);
  }
  for (const [name, family] of families) checkFamily(name, family);
  return families;
}

function addSample(name: string, { type, samples }: Open, line: string, isOpen: boolean): void {
  const [, series = '', sample = '', , , value = ''] = SAMPLE.exec(line) ?? [];
  const suffixes: readonly string[] = SUFFIXES[type as keyof typeof SUFFIXES] ?? [];
  const allowed = type === 'counter' && !isOpen ? [name] : suffixes.map((suffix) => name + suffix);
  if (!allowed.includes(sample)) throw new Error(`No sample of the ${type} ${name}: ${line}`);
  if (type === 'counter' && !sample.endsWith('_total')) throw new Error(`A counter without _total: ${line}`);
  if (samples.has(series)) throw new Error(`Twice: ${line}`);
  samples.set(series, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value));
}

function checkFamily(name: string, { type, samples, help }: Open): void {
  if (samples.size === 0 || help === '') throw new Error(`${name} has no samples or no help`);
  if (type !== 'histogram') return;
  const buckets = [...samples].filter(([series]) => series.startsWith(`${name}_bucket`));
  const counts = buckets.map(([, count]) => count);
  if (!counts.every((count, at) => at === 0 || count >= (counts[at - 1] ?? 0))) {
    throw new Error(`The buckets of ${name} are not cumulative`);
  }
  if (!buckets.at(-1)?.[0].includes('le="+Inf"')) throw new Error(`${name} has no last bucket`);
  if (counts.at(-1) !== samples.get(`${name}_count`)) throw new Error(`The count of ${name} is wrong`);
}
