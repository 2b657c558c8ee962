import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { TemplateSettings } from '../api/pdf-options.ts';

/** Saved templates: what is needed to find the content, which lies in R2 under its hash. */
export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    /** Lower-case hexadecimal SHA-256 of the content: the last part of its R2 key. */
    contentHash: text('content_hash').notNull(),
    contentBytes: integer('content_bytes').notNull(),
    settings: text('settings', { mode: 'json' }).$type<TemplateSettings>().notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [uniqueIndex('templates_by_name').on(table.workspaceId, table.name)],
);
