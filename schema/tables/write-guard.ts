import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** The name of the constraint, which the database names when it refuses a write. */
export const WRITE_GUARD = 'write_guard_holds';

/**
 * Has one row, which each write of templates, partials and assets replaces first. The constraint undoes the transaction if what
 * the write was planned from does not hold any more.
 */
export const writeGuard = sqliteTable(
  'write_guard',
  {
    id: integer('id').primaryKey(),
    /** Always 1. */
    holds: integer('holds').notNull(),
  },
  (table) => [check(WRITE_GUARD, sql`${table.holds} = 1`)],
);
