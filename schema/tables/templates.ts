import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { TemplateSettings } from '../api/pdf-options.ts';
import type { Pin } from '../api/components.ts';
import type { DataSchema } from '../api/templates.ts';

export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** The id without a number prints this version. It is null if no version is published. */
    publishedVersion: integer('published_version'),
    /** Rises with each change. A change is written only if the revision that it was computed from still holds. */
    revision: integer('revision').notNull().default(0),
    /** Only rows from before sample data was stored in R2 have it. */
    sampleData: text('sample_data', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** Part of the R2 key of the sample data, and never used again. It is null without sample data, and in older rows. */
    samplesObjectId: text('samples_object_id'),
  },
  (table) => [
    uniqueIndex('templates_by_name').on(table.workspaceId, table.name),
    uniqueIndex('templates_by_age').on(table.workspaceId, table.createdAt, table.id),
  ],
);

/** Rows are small, whatever is saved: R2 has the content, the settings and the data schema. */
export const templateVersions = sqliteTable(
  'template_versions',
  {
    templateId: text('template_id').notNull(),
    /** Counts from 1. */
    version: integer('version').notNull(),
    workspaceId: text('workspace_id').notNull(),
    /** Lower-case hexadecimal SHA-256. In older rows also the last part of the R2 key. */
    contentHash: text('content_hash').notNull(),
    contentBytes: integer('content_bytes').notNull(),
    /** Part of the R2 keys, and never used for another version. Null in older rows. */
    objectId: text('object_id'),
    /** Only in older rows. Otherwise empty, because R2 has the settings. */
    settings: text('settings', { mode: 'json' }).$type<TemplateSettings>().notNull(),
    /** As `settings`. */
    dataSchema: text('data_schema', { mode: 'json' }).$type<DataSchema>(),
    createdAt: text('created_at').notNull(),
    /** The time at which it was first published. It is null for a draft. */
    publishedAt: text('published_at'),
    /** A note of the author. It is null if there is none. */
    note: text('note'),
    /** The versions of assets and partials that this version prints. It is null if it has none, and in older rows. */
    pins: text('pins', { mode: 'json' }).$type<readonly Pin[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.templateId, table.version] }),
    // Finds the templates that use a component. Most rows pin nothing, so they are left out.
    index('template_versions_with_pins')
      .on(table.workspaceId)
      .where(sql`${table.pins} IS NOT NULL`),
  ],
);
