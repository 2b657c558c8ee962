import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { type AssetDetails, COMPONENT_KINDS } from '../api/components.ts';
import { enumText } from './enum-text.ts';

/** The templates of a workspace share assets and partials. A name is unique among components of its kind. */
export const sharedComponents = sqliteTable(
  'shared_parts',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    kind: enumText('shared_parts.kind', COMPONENT_KINDS).notNull(),
    name: text('name').notNull(),
    latestVersion: integer('latest_version').notNull(),
    /** Rises with each change. A change is written only if the revision that it was computed from still holds. */
    revision: integer('revision').notNull().default(0),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
  },
  (table) => [uniqueIndex('shared_parts_by_name').on(table.workspaceId, table.kind, table.name)],
);

/** A version never changes. R2 has its bytes. */
export const sharedComponentVersions = sqliteTable(
  'shared_part_versions',
  {
    componentId: text('part_id').notNull(),
    /** Counts from 1. */
    version: integer('version').notNull(),
    workspaceId: text('workspace_id').notNull(),
    /** Lower-case hexadecimal SHA-256 of the bytes. */
    digest: text('digest').notNull(),
    /** Part of the R2 key, and never used for another version. */
    objectId: text('object_id').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: integer('bytes').notNull(),
    details: text('details', { mode: 'json' }).$type<AssetDetails>().notNull(),
    createdAt: text('created_at').notNull(),
    /** A note of the author. It is null if there is none. */
    note: text('note'),
  },
  (table) => [
    primaryKey({ columns: [table.componentId, table.version] }),
    uniqueIndex('shared_part_versions_by_object').on(table.objectId),
  ],
);
