import { and, eq, sql } from 'drizzle-orm';
import type { Permission, Environment } from '../../schema/permissions.ts';
import { apiKeys } from '../../schema/tables/api-keys.ts';
import { workspaces } from '../../schema/tables/workspaces.ts';
import type { Database } from '../database.ts';
import type { KeyRecord } from './key-record.ts';

/** The one query without a workspace id: it is what finds the workspace. */
export async function findKeyByHash(database: Database, hash: string): Promise<KeyRecord | null> {
  const [row] = await database
    .select({
      id: apiKeys.id,
      workspaceId: apiKeys.workspaceId,
      environment: apiKeys.environment,
      permissions: apiKeys.permissions,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      plan: workspaces.plan,
    })
    .from(apiKeys)
    .leftJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(eq(apiKeys.hash, hash));
  return row ?? null;
}

export interface NewKey {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly hash: string;
  readonly environment: Environment;
  readonly lastFour: string;
  readonly permissions: readonly Permission[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/**
 * Inserts the key unless the workspace has `maxKeys` keys that are neither revoked nor expired. One
 * statement counts and inserts, so the limit holds under parallel creation (decision 6).
 *
 * @returns whether the key was inserted
 */
export async function insertKeyWithinLimit(
  database: Database,
  key: NewKey,
  maxKeys: number,
): Promise<boolean> {
  const result = await database.run(sql`
    INSERT INTO ${apiKeys}
      (id, workspace_id, name, hash, environment, last_four, permissions, created_at, expires_at)
    SELECT ${key.id}, ${key.workspaceId}, ${key.name}, ${key.hash}, ${key.environment}, ${key.lastFour},
      ${JSON.stringify(key.permissions)}, ${key.createdAt}, ${key.expiresAt}
    WHERE (
      SELECT COUNT(*) FROM ${apiKeys}
      WHERE workspace_id = ${key.workspaceId} AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > ${key.createdAt})
    ) < ${maxKeys}`);
  return result.meta.changes === 1;
}

/** The workspace a key belongs to: for the operator, who names keys by their id alone. */
export async function findWorkspaceOfKey(database: Database, keyId: string): Promise<string | null> {
  const [row] = await database
    .select({ workspaceId: apiKeys.workspaceId })
    .from(apiKeys)
    .where(eq(apiKeys.id, keyId));
  return row?.workspaceId ?? null;
}

/** The first revocation's date stays. Returns the date that holds. */
export async function markRevoked(
  database: Database,
  workspaceId: string,
  keyId: string,
  revokedAt: string,
): Promise<string> {
  const [row] = await database
    .update(apiKeys)
    .set({ revokedAt: sql`COALESCE(${apiKeys.revokedAt}, ${revokedAt})` })
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, keyId)))
    .returning({ revokedAt: apiKeys.revokedAt });
  return row?.revokedAt ?? revokedAt;
}
