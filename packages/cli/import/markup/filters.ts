import { NotTurned, quote } from './not-turned.ts';

/** Filters that are a helper with the same arguments after the value. */
const HELPERS: Readonly<Record<string, string>> = {
  upcase: 'upper',
  upper: 'upper',
  downcase: 'lower',
  lower: 'lower',
  capitalize: 'capitalize',
  size: 'length',
  length: 'length',
  count: 'length',
  join: 'join',
  first: 'first',
  last: 'last',
  plus: 'add',
  minus: 'subtract',
  times: 'multiply',
  divided_by: 'divide',
  round: 'round',
  default: 'default',
  truncate: 'truncate',
  newline_to_br: 'nl2br',
  append: 'concat',
  sum: 'sum',
};

/** Handlebars escapes each value by itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['escape', 'e', 'strip', 'trim', 'string', 'h']);

/** @returns an expression in parentheses @throws {NotTurned} */
export function applyFilter(value: string, name: string, given: readonly string[]): string {
  if (LEFT_OUT.has(name)) return value;
  if (name === 'prepend') return `(concat ${given.join(' ')} ${value})`;
  if (name === 'date' || name === 'strftime') return applyDate(value, given);
  const helper = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;
  if (helper === undefined) throw new NotTurned(`the filter "${name}"`);
  return `(${[helper, value, ...given].join(' ')})`;
}

/** The letters of `strftime`, as `formatDate` has them. */
const DATE_PARTS: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  '-m': 'M',
  B: 'MMMM',
  b: 'MMM',
  h: 'MMM',
  d: 'dd',
  '-d': 'd',
  e: 'd',
  A: 'EEEE',
  a: 'EEE',
  H: 'HH',
  '-H': 'H',
  k: 'H',
  I: 'hh',
  '-I': 'h',
  l: 'h',
  M: 'mm',
  S: 'ss',
  p: 'a',
  F: 'yyyy-MM-dd',
  D: 'MM/dd/yy',
  T: 'HH:mm:ss',
  R: 'HH:mm',
};

function applyDate(value: string, [format]: readonly string[]): string {
  const now = value === '"now"' || value === '"today"' ? '(now)' : value;
  if (format === undefined) return `(formatDate ${now})`;
  const [, pattern] = /^["'](.*)["']$/s.exec(format) ?? [];
  if (pattern === undefined) throw new NotTurned('a date format that is calculated');
  return `(formatDate ${now} pattern=${quote(toPattern(pattern))})`;
}

function toPattern(format: string): string {
  let pattern = '';
  let literal = '';
  const flush = () => {
    // Letters of the text would be read as parts of the date.
    pattern += /[A-Za-z']/.test(literal) ? `'${literal.replaceAll("'", "''")}'` : literal;
    literal = '';
  };
  for (const [whole, part] of format.matchAll(/%(-?[A-Za-z]|%)|[^%]/gs)) {
    if (part === undefined) literal += whole;
    else if (part === '%') literal += '%';
    else {
      const known = DATE_PARTS[part];
      if (known === undefined) throw new NotTurned(`"%${part}" of a date format`);
      flush();
      pattern += known;
    }
  }
  flush();
  return pattern;
}
