import { deepEqual, isMultiple } from './compare.ts';
import type { DataCheck } from './data-check.ts';
import { FORMATS } from './formats.ts';
import {
  type Check,
  invalid,
  type Keyword,
  type KeywordTable,
  quote,
  requireCount,
  requireNumber,
} from './keyword.ts';

const TYPES: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map([
  ['array', (value: unknown) => Array.isArray(value)],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['integer', (value: unknown) => Number.isInteger(value)],
  ['null', (value: unknown) => value === null],
  ['number', (value: unknown) => typeof value === 'number'],
  ['object', (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)],
  ['string', (value: unknown) => typeof value === 'string'],
]);

/** Characters of a text that are read in one step. */
const CHARS_PER_STEP = 32;

const chargeText = (text: string, check: DataCheck): void => check.step(text.length / CHARS_PER_STEP);

const type: Keyword = ({ value, path }) => {
  const names = [value].flat();
  const tests = names.map((name) => {
    const matches = TYPES.get(name);
    if (matches === undefined) throw invalid(path, `${JSON.stringify(name)} is not a JSON type`);
    return matches;
  });
  return (data, check) => {
    if (tests.some((matches) => matches(data))) return;
    check.report(() => `must be of type ${names.join(' or ')}, not ${typeName(data)}`);
  };
};

function typeName(data: unknown): string {
  if (data === null) return 'null';
  return Array.isArray(data) ? 'array' : typeof data;
}

/** Values of the schema that a message names. */
const SHOWN_VALUES = 5;

/** Looks a value up instead of comparing it with each value of the schema. Only arrays and objects are compared. */
function oneOfValues(values: readonly unknown[], describe: () => string): Check {
  const simple = new Set(values.filter((value) => typeof value !== 'object' || value === null));
  const nested = values.filter((value) => typeof value === 'object' && value !== null);
  return (data, check) => {
    if (typeof data === 'string') chargeText(data, check);
    if (simple.has(data)) return;
    if (typeof data === 'object' && nested.some((value) => deepEqual(value, data, check))) return;
    check.report(describe);
  };
}

const allowedValues: Keyword = ({ value, path }) => {
  if (!Array.isArray(value)) throw invalid(path, 'must be an array of values');
  const more = value.length > SHOWN_VALUES ? `, … (${value.length} values)` : '';
  return oneOfValues(
    value,
    () => `must be one of ${value.slice(0, SHOWN_VALUES).map(quote).join(', ')}${more}`,
  );
};

const constant: Keyword = ({ value }) => oneOfValues([value], () => `must be ${quote(value)}`);

/** @param fits compares the data with the keyword's number */
const numeric =
  (fits: (data: number, limit: number) => boolean, requirement: string): Keyword =>
  (use) => {
    const limit = requireNumber(use);
    return (data, check) => {
      if (typeof data !== 'number' || fits(data, limit)) return;
      check.report(() => `${data} must be ${requirement} ${limit}`);
    };
  };

/** Steps for the exact arithmetic with up to 600 digits. */
const STEPS_PER_MULTIPLE = 30;

const multipleOf: Keyword = (use) => {
  const divisor = requireNumber(use);
  if (!(divisor > 0)) throw invalid(use.path, 'must be more than 0');
  return (data, check) => {
    if (typeof data !== 'number') return;
    check.step(STEPS_PER_MULTIPLE);
    if (!isMultiple(data, divisor)) check.report(() => `${data} must be a multiple of ${divisor}`);
  };
};

/** Compares the number of code points. There are at most as many as UTF-16 units, and at least half as many. */
const textLength =
  (fits: (codePoints: number, limit: number) => boolean, requirement: string): Keyword =>
  (use) => {
    const limit = requireCount(use);
    return (data, check) => {
      if (typeof data !== 'string') return;
      if (fits(data.length, limit) && fits(data.length / 2, limit)) return;
      chargeText(data, check);
      if (!fits(countCodePoints(data), limit))
        check.report(() => `must have ${requirement} ${limit} characters`);
    };
  };

function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** Measured: a format takes 1 µs, and up to 30 ns for each character. */
const STEPS_PER_FORMAT = 10;
const FORMAT_CHARS_PER_STEP = 6;

/** A schema that was saved before may have a format that is not supported. It is ignored. */
const format: Keyword = ({ value }) => {
  const matches = typeof value === 'string' ? FORMATS.get(value) : undefined;
  if (matches === undefined) return () => undefined;
  return (data, check) => {
    if (typeof data !== 'string') return;
    check.step(STEPS_PER_FORMAT + data.length / FORMAT_CHARS_PER_STEP);
    if (!matches(data)) check.report(() => `is not a valid ${String(value)}`);
  };
};

export const VALUE_KEYWORDS: KeywordTable = {
  type,
  const: constant,
  enum: allowedValues,
  minimum: numeric((data, limit) => data >= limit, 'at least'),
  maximum: numeric((data, limit) => data <= limit, 'at most'),
  exclusiveMinimum: numeric((data, limit) => data > limit, 'more than'),
  exclusiveMaximum: numeric((data, limit) => data < limit, 'less than'),
  multipleOf,
  minLength: textLength((count, limit) => count >= limit, 'at least'),
  maxLength: textLength((count, limit) => count <= limit, 'at most'),
  format,
};
