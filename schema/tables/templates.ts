import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { TemplateSettings } from '../api/pdf-options.ts';
import type { DataSchema } from '../api/templates.ts';

export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** For previews in the dashboard. It belongs to no version. */
    sampleData: text('sample_data', { mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [
    uniqueIndex('templates_by_name').on(table.workspaceId, table.name),
    uniqueIndex('templates_by_age').on(table.workspaceId, table.createdAt, table.id),
  ],
);

/** Rows are immutable. R2 stores the content under its hash. */
export const templateVersions = sqliteTable(
  'template_versions',
  {
    templateId: text('template_id').notNull(),
    /** Counts from 1. */
    version: integer('version').notNull(),
    workspaceId: text('workspace_id').notNull(),
    /** Lower-case hexadecimal SHA-256: the last part of the R2 key. */
    contentHash: text('content_hash').notNull(),
    contentBytes: integer('content_bytes').notNull(),
    settings: text('settings', { mode: 'json' }).$type<TemplateSettings>().notNull(),
    dataSchema: text('data_schema', { mode: 'json' }).$type<DataSchema>(),
    createdAt: text('created_at').notNull(),
    /** Null for a draft. */
    publishedAt: text('published_at'),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
);
