import { type Column, DrizzleQueryError, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

export type Database = ReturnType<typeof openDatabase>;

/** The tables of the control plane: small, relational, often read and rarely written. */
export const openDatabase = (binding: D1Database) => drizzle(binding);

/**
 * Whether the text contains `part`, ignoring the case of ASCII letters. LIKE would need escaping, and D1 limits its
 * patterns to 50 bytes.
 */
export const contains = (column: Column, part: string): SQL =>
  sql`instr(lower(${column}), lower(${part})) > 0`;

/** `IN` for lists of any length. D1 allows at most 100 bound values in a statement. */
export const isOneOf = (column: Column, values: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * Makes a failure safe to log. Drizzle's message contains the bound values, which may be secrets or content, and leaves
 * out the message of the database.
 */
export function withoutValues(failure: unknown): unknown {
  if (!(failure instanceof DrizzleQueryError)) return failure;
  const { query, message, stack = '', cause } = failure;
  const safe = new Error(`${query}: ${cause?.message ?? 'the database gave no reason'}`);
  const [, calls = ''] = stack.split(message);
  safe.stack = `Error: ${safe.message}${calls}`;
  return safe;
}
