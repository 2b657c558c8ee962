import { type Family, PROCESSING_BOUNDS } from './families.ts';
import { type Series, seriesOf } from './series.ts';

/** The first one answers `Accept` of any type: the tools that read the older format read no other. */
export const METRICS_TYPES = ['text/plain', 'application/openmetrics-text'] as const;

export type MetricsType = (typeof METRICS_TYPES)[number];

const CONTENT_TYPES: Readonly<Record<MetricsType, string>> = {
  'text/plain': 'text/plain; version=0.0.4; charset=utf-8',
  'application/openmetrics-text': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

export const contentTypeOf = (type: MetricsType): string => CONTENT_TYPES[type];

/**
 * Version 0.0.4 of the text format of Prometheus, and version 1.0.0 of OpenMetrics.
 *
 * @param values a series that is missing is 0, so each series exists from the start
 */
export function writeMetrics(families: readonly Family[], values: Series, type: MetricsType): string {
  const isOpen = type === 'application/openmetrics-text';
  const lines = families.flatMap((family) => writeFamily(family, values, isOpen));
  if (isOpen) lines.push('# EOF');
  return `${lines.join('\n')}\n`;
}

function writeFamily(family: Family, values: Series, isOpen: boolean): string[] {
  const { name, type, unit, help } = family;
  // The older format describes a counter under the name of its sample.
  const described = type === 'counter' && !isOpen ? `${name}_total` : name;
  return [
    `# HELP ${described} ${help}`,
    `# TYPE ${described} ${type}`,
    ...(isOpen && unit !== undefined ? [`# UNIT ${described} ${unit}`] : []),
    ...(type === 'histogram' ? writeHistogram(name, values, isOpen) : writeSamples(family, values)),
  ];
}

function writeSamples({ name, type, label }: Family, values: Series): string[] {
  const sample = type === 'counter' ? `${name}_total` : name;
  if (label === undefined) return [`${sample} ${written(values[name] ?? 0)}`];
  return label.values.map(
    (value) => `${sample}{${label.name}="${value}"} ${written(values[seriesOf(name, value)] ?? 0)}`,
  );
}

function writeHistogram(name: string, values: Series, isOpen: boolean): string[] {
  let count = 0;
  const buckets = [...PROCESSING_BOUNDS, Number.POSITIVE_INFINITY].map((bound) => {
    count += values[seriesOf(name, bound)] ?? 0;
    // OpenMetrics writes whole bounds as floating-point numbers.
    const le = isOpen && Number.isInteger(bound) ? bound.toFixed(1) : written(bound);
    return `${name}_bucket{le="${le}"} ${count}`;
  });
  const sum = written(values[seriesOf(name, 'sum')] ?? 0);
  return [...buckets, `${name}_sum ${sum}`, `${name}_count ${count}`];
}

const written = (value: number): string => (value === Number.POSITIVE_INFINITY ? '+Inf' : String(value));
