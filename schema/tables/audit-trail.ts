import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AuditAction } from '../api/audit.ts';

/**
 * Inserted in the transaction of the change. Never updated, and kept when the workspace is deleted. A trigger of the
 * database keeps the newest 1,000 rows of each action of a workspace. So many changes of one kind do not fill the database,
 * and do not replace changes of another kind.
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
    /** Id of the changed resource. */
    subject: text('subject').notNull(),
    /** Such as a name, a plan or a version. Never a secret. */
    detail: text('detail', { mode: 'json' }).$type<Record<string, string | number>>().notNull(),
  },
  (table) => [
    index('audit_trail_by_workspace').on(table.workspaceId, table.id),
    index('audit_trail_by_action').on(table.workspaceId, table.action, table.id),
  ],
);
