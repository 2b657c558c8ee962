import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '../api/audit.ts';

/**
 * Who changed what in a workspace. Rows are only ever inserted, in the same transaction as the change
 * they tell of; nothing updates or deletes them but the end of the workspace.
 */
export const auditTrail = sqliteTable(
  'audit_trail',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    workspaceId: text('workspace_id').notNull(),
    at: text('at').notNull(),
    /** `operator`, `key:<id>` or `person:<id>`. */
    actor: text('actor').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    /** The id of what was changed. */
    subject: text('subject').notNull(),
    /** What a reader needs besides: a name, a plan, a version. Never a secret. */
    detail: text('detail', { mode: 'json' }).$type<Record<string, string | number>>().notNull(),
  },
  (table) => [index('audit_trail_by_workspace').on(table.workspaceId, table.id)],
);
