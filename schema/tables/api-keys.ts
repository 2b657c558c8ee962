import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ENVIRONMENTS, type Permission } from '../permissions.ts';

/**
 * API keys. Only the SHA-256 of the value is stored. No foreign key to workspaces: the keys of a deleted
 * workspace stay, so that a request with one is told `WORKSPACE_NOT_FOUND`.
 */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    /** Lower-case hexadecimal SHA-256 of the whole key value. */
    hash: text('hash').notNull().unique(),
    environment: text('environment', { enum: ENVIRONMENTS }).notNull(),
    /** Shown beside the prefix, which is the same for every key (contract 5.6). */
    lastFour: text('last_four').notNull(),
    permissions: text('permissions', { mode: 'json' }).$type<Permission[]>().notNull(),
    createdAt: text('created_at').notNull(),
    expiresAt: text('expires_at'),
    revokedAt: text('revoked_at'),
  },
  (table) => [index('api_keys_by_workspace').on(table.workspaceId)],
);
