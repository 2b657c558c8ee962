import { z } from 'zod';

/**
 * A whole number in a query or a path: digits alone. `Number` also reads ` 5`, `1e2`, `0x10` and `5.0`, which other parsers
 * of the same address refuse.
 */
export const wholeNumber = ({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) =>
  z.preprocess(readDigits, z.int({ error: 'must be a whole number in digits' }).min(min).max(max));

const readDigits = (text: unknown): unknown =>
  typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : text;
