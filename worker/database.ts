import { drizzle } from 'drizzle-orm/d1';

export type Database = ReturnType<typeof openDatabase>;

/** The control plane's tables: small, relational, read often, written seldom. */
export const openDatabase = (binding: D1Database) => drizzle(binding);
