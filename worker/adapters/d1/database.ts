import { type Column, DrizzleQueryError, type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { answeringWithin } from './answering-database.ts';
import { ANSWER_MS } from '../stores/answered.ts';

export type Database = ReturnType<typeof openDatabase>;

/** @param limitMs how long a statement may take */
export const openDatabase = (binding: D1Database, limitMs = ANSWER_MS) =>
  drizzle(answeringWithin(binding, limitMs));

/** Ignores the case of ASCII letters. LIKE needs escaping, and D1 limits its patterns to 50 bytes. */
export const contains = (column: Column, part: string): SQL =>
  sql`instr(lower(${column}), lower(${part})) > 0`;

/** `IN` for lists of any length. D1 allows at most 100 bound values in a statement. */
export const isOneOf = (column: Column | SQL, values: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

/** Returns what the database says, which Drizzle keeps as the cause. Empty if something else than an error was thrown. */
export function databaseMessage(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : '';
}

/** Drizzle's message omits the database's message and contains bound values: secrets or content. */
export function withoutValues(failure: unknown): unknown {
  if (!(failure instanceof DrizzleQueryError)) return failure;
  const { query, message, stack = '', cause } = failure;
  const safe = new Error(`${query}: ${cause?.message ?? 'the database gave no reason'}`);
  const [, calls = ''] = stack.split(message);
  safe.stack = `Error: ${safe.message}${calls}`;
  return safe;
}
