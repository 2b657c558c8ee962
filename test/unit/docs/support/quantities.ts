import { anchor } from './markdown.ts';

const TIME = 'ms|s|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?';
const SIZE = 'MB|kB|KB|GB|KiB|MiB|bytes|megabytes?|millimetres?|mm|pixels?';
const THINGS =
  'PDFs|characters|pages|rows|files|credits|requests|entries|levels|objects|jobs|attempts|headers|workspaces|clients|records|tests|browsers|instances|processes|retries|redirects|webhooks|keys|templates|versions|columns|values|steps|rounds|targets|lanes|launches|brokers|frames|fields|cells|sheets|connections|tries|receivers|passwords|prints';
/** Of what happens together or in turn, without the name of the thing: `two at a time`, `ten in a row`. */
const TOGETHER = 'at a time|at once|at the same time|in a row';

const MEASURE =
  'as (?:fast|large|long|many|much|high|small|slow)|(?:that|the|their|its) (?:size|CPU|time|bytes|PDF|width|memory)';

const DIGITS = '\\d(?:[\\d,]*\\d)?(?:\\.\\d+)?';
const UNITS = `${TIME}|${SIZE}|${THINGS}|${TOGETHER}|%|times(?: (?:${MEASURE}))?`;
/** Words between a number and its unit: `ten idle minutes`. */
const BETWEEN = '(?:(?:idle|more|blank|such|other|whole|different|wrong) )?';
const QUANTITY = new RegExp(
  `(?<![\\w.,-])(?:(${DIGITS}) (?:to|or) )?(${DIGITS})( ?)${BETWEEN}(${UNITS})(?!\\w)`,
  'g',
);

/** A part of something. A `second half`, a `third argument` and `half-way` are prose. */
const PART = new RegExp(
  `(?<!\\b(?:first|second|last) )\\b(?:half|(?:a|one) (?:third|quarter|tenth)|two thirds|three quarters)(?= (?:of|above)\\b|(?<=\\b(?:by|at) a \\w+)(?![\\w-]))|\\b(?:one|less than one)(?: \\w+)? in (?:ten|twenty|a hundred)\\b|\\b(?:twice|half) (?:${MEASURE})\\b`,
  'gi',
);

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10] as const),
  ['a hundred', 100],
  ['a thousand', 1_000],
  ['a million', 1_000_000],
]);
const WORD = `(?:(?:${[...NUMBERS.keys()].join('|')})(?: (?:hundred|thousand|million))?|half an?)`;
const IN_WORDS = new RegExp(
  `\\b(the |these |those |both )?(?:(${WORD}) (to|or) )?(${WORD}) ${BETWEEN}(${TIME}|${SIZE}|${THINGS}|times|${TOGETHER})(?!\\w)`,
  'gi',
);

/**
 * The numbers with a unit in a text, without those in code and in addresses: `24 hours`, `1.7 s`. A range
 * is two of them. Numbers in words are the same quantities as those in digits: `five minutes` is `5 minutes`, `half a second`
 * is `0.5 seconds`. Parts and comparisons in words are quantities too: `a tenth of`, `twice that size`.
 *
 * Prose is not a quantity:
 * - one or two of a thing (`two workspaces`, `one at a time`). With a unit of time or size it is a quantity (`one minute`), and
 *   so are `two times` and `two at a time`.
 * - the lower end of a range if it is 0 or 1, because that says `not empty` (`1 to 255 characters`);
 * - what the text has named before (`the ten attempts`, `these three files`);
 * - `a minute`, `a month`: most of them are rates.
 */
export function quantitiesIn(markdown: string): string[] {
  const text = markdown
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)\s]+\)/g, '$1')
    .replaceAll(/\n\s*/g, ' ');
  return [
    ...[...inDigits(text).matchAll(QUANTITY)].flatMap(([, from = '', number = '', space = '', unit = '']) =>
      [from, number]
        .filter((value, index) => index === 1 || !['', '0', '1'].includes(value))
        .map((value) => value + space + unit),
    ),
    ...[...text.matchAll(PART)].map(([part]) => part.toLowerCase()),
  ];
}

const inDigits = (text: string): string =>
  text.replaceAll(
    IN_WORDS,
    (
      all: string,
      the: string | undefined,
      from: string | undefined,
      to: string,
      number: string,
      unit: string,
    ) => {
      const isFew = ['one', 'two'].includes(number.toLowerCase()) && from === undefined;
      const isProse = the !== undefined || (isFew && isThing(number, unit));
      if (isProse) return all;
      const range = from === undefined ? '' : `${digitsOf(from)} ${to} `;
      return `${range}${digitsOf(number)} ${/^half/i.test(number) ? `${unit.replace(/s$/, '')}s` : unit}`;
    },
  );

const THING = new RegExp(`^(?:${THINGS})$`);
const isThing = (number: string, unit: string): boolean =>
  THING.test(unit) || (number.toLowerCase() === 'one' && unit.includes(' '));

function digitsOf(words: string): string {
  const text = words.toLowerCase();
  if (text.startsWith('half')) return '0.5';
  const [base = '', power] = text.split(/ (?=\w+$)/);
  const value = NUMBERS.get(text) ?? (NUMBERS.get(base) ?? 0) * (NUMBERS.get(`a ${power}`) ?? 0);
  return value.toLocaleString('en');
}

export interface Section {
  /** `docs/contract.md#41-plans`. Text before the first heading has the path alone. */
  readonly place: string;
  readonly text: string;
}

/** A page by its headings, without code blocks and without what `npm run bench` has written. */
export function sectionsOf(path: string, markdown: string): Section[] {
  const text = markdown
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/<!-- bench:([\w-]+) -->[^]*?<!-- \/bench:\1 -->/g, '');
  return text.split(/^(?=#{1,6} )/m).map((section) => {
    const [first = '', ...lines] = section.split('\n');
    const [, heading] = /^#+ (.+)$/.exec(first) ?? [];
    if (heading === undefined) return { place: path, text: section };
    return { place: `${path}#${anchor(heading.trim())}`, text: lines.join('\n') };
  });
}
