import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { EXTERNAL_PROVIDERS } from '../providers.ts';
import { enumText } from './enum-text.ts';

/** Buckets of customers. Files of the workspace are copied to them. */
export const targets = sqliteTable(
  'targets',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    provider: enumText('targets.provider', EXTERNAL_PROVIDERS).notNull(),
    endpoint: text('endpoint').notNull(),
    /** It is null for Supabase. */
    region: text('region'),
    bucket: text('bucket').notNull(),
    /** May be empty. */
    keyPrefix: text('key_prefix').notNull(),
    keyPattern: text('key_pattern').notNull(),
    /** Encrypted, with the id of the encryption key. */
    credentials: text('credentials').notNull(),
    /** `storageProvider` names the target with the lowest position (contract 8.1). */
    position: integer('position').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('targets_by_name').on(table.workspaceId, table.name),
    index('targets_by_position').on(table.workspaceId, table.position),
  ],
);
