import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Environment, Permission } from '../../../schema/permissions.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { apiKeys } from '../../../schema/tables/api-keys.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import { type Database, isOneOf } from './database.ts';
import type { KeyRecord } from './key-record.ts';

/** Finds the key of a request, before its workspace is known. */
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

const { hash: _, ...shownColumns } = getTableColumns(apiKeys);

export type KeyRow = Omit<typeof apiKeys.$inferSelect, 'hash'>;

export const findKeys = (database: Database, workspaceId: string): Promise<KeyRow[]> =>
  database
    .select(shownColumns)
    .from(apiKeys)
    .where(eq(apiKeys.workspaceId, workspaceId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));

export async function findKeyById(
  database: Database,
  workspaceId: string,
  keyId: string,
): Promise<KeyRow | null> {
  const [row] = await database
    .select(shownColumns)
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, keyId)));
  return row ?? null;
}

export async function findKeyNames(
  database: Database,
  workspaceId: string,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), isOneOf(apiKeys.id, keyIds)));
  return new Map(rows.map(({ id, name }) => [id, name]));
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

/** A limit for each workspace. Without one, a person who creates and revokes keys would fill the database (contract 5.5). */
const MAX_ENDED_KEYS = 1_000;

/** One statement counts and inserts, so the limit also holds for parallel requests (contract 4.6). */
export async function insertKeyWithinLimit(
  database: Database,
  key: NewKey,
  maxKeys: number,
  entry: AuditEntry,
): Promise<boolean> {
  const counted = sql`(
    SELECT COUNT(*) FROM ${apiKeys} WHERE workspace_id = ${key.workspaceId} AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${key.createdAt}))`;
  const insertion = database.insert(apiKeys).select(sql`
    SELECT ${key.id}, ${key.workspaceId}, ${key.name}, ${key.hash}, ${key.environment}, ${key.lastFour},
      ${JSON.stringify(key.permissions)}, ${key.createdAt}, ${key.expiresAt}, NULL
    WHERE ${counted} < ${maxKeys}`);
  const exists = sql`EXISTS (SELECT 1 FROM ${apiKeys} WHERE id = ${key.id})`;
  const [inserted] = await database.batch([
    insertion,
    auditStatementIf(database, exists, entry),
    pruningStatement(database, key),
  ]);
  return inserted.meta.changes === 1;
}

/** Deletes the oldest keys that are revoked or expired. */
const pruningStatement = (database: Database, { workspaceId, createdAt }: NewKey) =>
  database.delete(apiKeys).where(sql`id IN (
    SELECT k.id FROM ${apiKeys} AS k
    WHERE k.workspace_id = ${workspaceId} AND (k.revoked_at IS NOT NULL OR k.expires_at <= ${createdAt})
    ORDER BY k.created_at DESC LIMIT -1 OFFSET ${MAX_ENDED_KEYS})`);

/** The plan is null if the workspace was deleted. */
export async function findWorkspaceByKey(
  database: Database,
  keyId: string,
): Promise<{ id: string; plan: PlanId | null } | null> {
  const [row] = await database
    .select({ id: apiKeys.workspaceId, plan: workspaces.plan })
    .from(apiKeys)
    .leftJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
    .where(eq(apiKeys.id, keyId));
  return row ?? null;
}

/** Returns the date of the first revocation. A repeated one changes nothing. */
export async function markRevoked(database: Database, keyId: string, entry: AuditEntry): Promise<string> {
  const isKey = and(eq(apiKeys.workspaceId, entry.workspaceId), eq(apiKeys.id, keyId));
  const active = sql`EXISTS (SELECT 1 FROM ${apiKeys} WHERE id = ${keyId} AND revoked_at IS NULL)`;
  const revocation = database
    .update(apiKeys)
    .set({ revokedAt: sql`COALESCE(${apiKeys.revokedAt}, ${entry.at})` })
    .where(isKey)
    .returning({ revokedAt: apiKeys.revokedAt });
  const [, [row]] = await database.batch([auditStatementIf(database, active, entry), revocation]);
  return row?.revokedAt ?? entry.at;
}
