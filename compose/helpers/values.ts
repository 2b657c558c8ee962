import { TemplateFault } from '../handlebars/located.ts';

/** A number, or text that is one: JSON from other systems writes amounts as text. Null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 400 || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/**
 * A whole number that the template's author wrote, such as a count of digits.
 * @throws {TemplateFault} anything else
 */
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

/** @throws {TemplateFault} a length in millimetres that is no number in the bounds */
export function lengthMm(name: string, value: unknown, { min, max }: { min: number; max: number }): number {
  if (typeof value !== 'number' || !(value >= min && value <= max)) {
    throw new TemplateFault(`${name} must be a number of millimetres from ${min} to ${max}`);
  }
  return value;
}

/** @throws {TemplateFault} text that is none of the choices */
export function choice<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((candidate) => candidate === value);
  if (found === undefined) throw new TemplateFault(`${name} must be one of ${choices.join(', ')}`);
  return found;
}

/** What `{{#if}}` takes for true: not `false`, `0`, empty text, an empty array, null or missing. */
export const isTruthy = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value);

/** The elements of an array; of anything else, none. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
