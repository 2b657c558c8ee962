import { type Column, DrizzleQueryError, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';

export type Database = ReturnType<typeof openDatabase>;

/** The control plane's tables: small, relational, read often, written seldom. */
export const openDatabase = (binding: D1Database) => drizzle(binding);

/**
 * Whether the text has `part` in it, in lower or upper case (of ASCII, which is what SQLite knows). Not by
 * LIKE, whose `%` and `_` would need escaping and whose patterns D1 cuts at 50 bytes.
 */
export const contains = (column: Column, part: string): SQL =>
  sql`instr(lower(${column}), lower(${part})) > 0`;

/** `IN` for lists of any length: D1 takes at most 100 bound values in a statement. */
export const isOneOf = (column: Column, values: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * A failure as a log may have it: drizzle's own message of a failed statement has the values that were bound,
 * which are addresses, tokens and content, and has not what the database said.
 */
export function withoutValues(failure: unknown): unknown {
  if (!(failure instanceof DrizzleQueryError)) return failure;
  const { query, message, stack = '', cause } = failure;
  const told = new Error(`${query}: ${cause?.message ?? 'the database did not say why'}`);
  const [, calls = ''] = stack.split(message);
  told.stack = `Error: ${told.message}${calls}`;
  return told;
}
