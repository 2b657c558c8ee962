import { expect } from 'vitest';
import type { z } from 'zod';

/** Asserts that an answer is what the contract says, with nothing besides. Returns it. */
export function shaped<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.parse(body);
  expect(body).toEqual(parsed);
  return parsed;
}
