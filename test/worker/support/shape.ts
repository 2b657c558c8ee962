import { expect } from 'vitest';
import type { z } from 'zod';

/** Asserts that a body matches the schema and has no other fields. Returns the body. */
export function shaped<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.parse(body);
  expect(body).toEqual(parsed);
  return parsed;
}
