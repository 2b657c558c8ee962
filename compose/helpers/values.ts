import { TemplateFault } from '@platen/handlebars';
import { BadValue, type Rejected } from './bad-value.ts';
import type { Call } from './helper.ts';

/** Null, missing, empty text and white space are blank. Helpers print nothing for a blank. */
export const isBlank = (value: unknown): value is null | undefined | string =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const MAX_NUMBER_CHARS = 400;

/** As in JSON, and with the `+`, the leading zeros and the bare point that other systems write. */
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Returns a number, also from text, because other systems often write amounts as text. Returns null if it is no number. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > MAX_NUMBER_CHARS) return null;
  const text = value.trim();
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** Returns null if the argument is blank. @throws {BadValue} */
export function numberArgument({ args }: Pick<Call, 'args'>, argument = 0): number | null {
  const value = args[argument];
  return isBlank(value) ? null : (toNumber(value) ?? rejectNumber({ argument, value }));
}

export function rejectNumber(rejected: Rejected): never {
  throw new BadValue('the value must be a number such as 1234.5', rejected);
}

/** Returns an empty list if the first argument is blank. @throws {BadValue} */
export function listArgument({ args: [value] }: Pick<Call, 'args'>): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isBlank(value)) return [];
  throw new BadValue('the value must be a list', { argument: 0, value });
}

export function wholeNumber(
  name: string,
  value: unknown,
  { min, max }: { min: number; max: number },
): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new TemplateFault(`${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function lengthMm(name: string, value: unknown, { min, max }: { min: number; max: number }): number {
  if (typeof value !== 'number' || !(value >= min && value <= max)) {
    throw new TemplateFault(`${name} must be a number of millimetres from ${min} to ${max}`);
  }
  return value;
}

export function choice<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((candidate) => candidate === value);
  if (found === undefined) throw new TemplateFault(`${name} must be one of ${choices.join(', ')}`);
  return found;
}

/** Like `{{#if}}`: `false`, `0`, empty text, an empty array, null and undefined are false. */
export const isTruthy = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value);
