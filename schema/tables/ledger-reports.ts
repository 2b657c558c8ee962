import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The last report of each ledger. The operator's metrics are their sums, so reading them wakes no ledger. */
export const ledgerReports = sqliteTable('ledger_reports', {
  workspaceId: text('workspace_id').primaryKey(),
  /** Epoch milliseconds. */
  reportedAt: integer('reported_at').notNull(),
  /** Values by series. They stay when the workspace is deleted, because counters only rise. */
  counters: text('counters', { mode: 'json' }).$type<Readonly<Record<string, number>>>().notNull(),
  gauges: text('gauges', { mode: 'json' }).$type<Readonly<Record<string, number>>>().notNull(),
});
