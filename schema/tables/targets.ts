import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { EXTERNAL_PROVIDERS } from '../providers.ts';

/** External storage: the buckets of its customers to which a workspace's files are copied. */
export const targets = sqliteTable(
  'targets',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    /** The label that answers show. */
    name: text('name').notNull(),
    provider: text('provider', { enum: EXTERNAL_PROVIDERS }).notNull(),
    endpoint: text('endpoint').notNull(),
    /** Null for Supabase. */
    region: text('region'),
    bucket: text('bucket').notNull(),
    /** Every key starts with it; may be empty. */
    keyPrefix: text('key_prefix').notNull(),
    keyPattern: text('key_pattern').notNull(),
    /** Sealed; the text names the key that opens it. */
    credentials: text('credentials').notNull(),
    /** The first target is the one that `storageProvider` names (contract 8.1). */
    position: integer('position').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('targets_by_name').on(table.workspaceId, table.name),
    index('targets_by_position').on(table.workspaceId, table.position),
  ],
);
