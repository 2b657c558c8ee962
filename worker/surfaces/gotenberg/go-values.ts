/** Reads values as the standard library of Go does, whose errors clients of Gotenberg know. */

/** The message is the end of a sentence. */
export class BadValue extends Error {
  override readonly name = 'BadValue';
}

/** An error repeats a value up to this length. */
export const MAX_QUOTED = 500;

const quote = (text: string): string => JSON.stringify(text.slice(0, MAX_QUOTED));

const TRUE = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

/** @throws {BadValue} as all readers here */
export function parseBool(text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw new BadValue(`strconv.ParseBool: parsing ${quote(text)}: invalid syntax`);
}

export function parseInteger(text: string): number {
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw new BadValue(`strconv.Atoi: parsing ${quote(text)}: invalid syntax`);
}

export function parseNumber(text: string): number {
  if (/^[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:[eE][+-]?\d{1,3})?$/.test(text)) return Number(text);
  throw new BadValue(`strconv.ParseFloat: parsing ${quote(text)}: invalid syntax`);
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** `2.5s` and `1m30s`, in milliseconds. */
export function parseDuration(text: string): number {
  if (text === '0') return 0;
  const parts = [...text.slice(0, 100).matchAll(/(\d{1,10}(?:\.\d{1,10})?)(ns|us|µs|ms|s|m|h)/gy)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text;
  if (!isWhole) {
    const problem = /^\d+(?:\.\d+)?$/.test(text) ? 'missing unit in duration' : 'invalid duration';
    throw new BadValue(`time: ${problem} ${quote(text)}`);
  }
  return parts.reduce((ms, [, amount, unit = '']) => ms + Number(amount) * (UNIT_MS[unit] ?? 0), 0);
}

const MM_PER_UNIT: Readonly<Record<string, number>> = {
  pt: 25.4 / 72,
  px: 25.4 / 96,
  in: 25.4,
  mm: 1,
  cm: 10,
  pc: 25.4 / 6,
};

/** A number of inches, or one with a unit. */
export function parseLengthMm(text: string): number {
  const unit = /(?:pt|px|in|mm|cm|pc)$/.exec(text)?.[0] ?? '';
  return parseNumber(text.slice(0, text.length - unit.length)) * (MM_PER_UNIT[unit] ?? 25.4);
}

/** @param field for the error */
export function parseJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadValue(`unmarshal ${field}: ${describeJsonProblem(text)}`);
  }
}

function describeJsonProblem(text: string): string {
  const start = text.trimStart();
  const literal = ['true', 'false', 'null'].find((word) => word[0] === start[0]);
  if (literal === undefined) {
    if (start === '') return 'unexpected end of JSON input';
    return `invalid character '${start.charAt(0)}' looking for beginning of value`;
  }
  const at = Array.from(literal).findIndex((letter, index) => start[index] !== letter);
  if (at < 0) return `invalid character '${start.charAt(literal.length)}' after top-level value`;
  if (start[at] === undefined) return 'unexpected end of JSON input';
  return `invalid character '${start[at]}' in literal ${literal} (expecting '${literal[at]}')`;
}
