import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ENVIRONMENTS, type Permission } from '../permissions.ts';
import { enumText } from './enum-text.ts';

/** No foreign key: the keys of a deleted workspace stay, so that requests get `WORKSPACE_NOT_FOUND`. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    /** Lower-case hexadecimal SHA-256 of the whole key. The key itself is not stored. */
    hash: text('hash').notNull().unique(),
    environment: enumText('api_keys.environment', ENVIRONMENTS).notNull(),
    /** The last characters of the key, for the list of keys (contract 5.6). */
    lastFour: text('last_four').notNull(),
    permissions: text('permissions', { mode: 'json' }).$type<Permission[]>().notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at'),
    revokedAt: text('revoked_at'),
  },
  (table) => [index('api_keys_by_workspace').on(table.workspaceId)],
);
