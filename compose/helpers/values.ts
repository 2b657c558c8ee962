import { TemplateFault } from '@platen/handlebars';

/** A number, also from text: other systems often write amounts as text. Null for anything else. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 400 || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
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

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
