import { and, asc, eq, sql } from 'drizzle-orm';
import type { PlanId } from '../../../schema/plans.ts';
import { targets } from '../../../schema/tables/targets.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatement, auditStatementIf } from './audit.ts';
import type { Database } from './database.ts';

export type TargetRecord = typeof targets.$inferSelect;

export async function selectTargets(database: Database, workspaceId: string): Promise<TargetRecord[]> {
  return database
    .select()
    .from(targets)
    .where(eq(targets.workspaceId, workspaceId))
    .orderBy(asc(targets.position), asc(targets.createdAt));
}

export async function findTarget(
  database: Database,
  workspaceId: string,
  targetId: string,
): Promise<TargetRecord | null> {
  const [row] = await database
    .select()
    .from(targets)
    .where(and(eq(targets.workspaceId, workspaceId), eq(targets.id, targetId)));
  return row ?? null;
}

export async function findWorkspaceByTarget(
  database: Database,
  targetId: string,
): Promise<{ id: string; plan: PlanId } | null> {
  const [row] = await database
    .select({ id: workspaces.id, plan: workspaces.plan })
    .from(targets)
    .innerJoin(workspaces, eq(workspaces.id, targets.workspaceId))
    .where(eq(targets.id, targetId));
  return row ?? null;
}

/**
 * One statement checks, counts and inserts, so the limit and the order also hold for parallel requests.
 *
 * @returns null if the workspace does not exist, has as many targets as it may have, or has one with this name
 */
export async function insertTarget(
  database: Database,
  target: Omit<TargetRecord, 'position'>,
  maxTargets: number,
  entry: AuditEntry,
): Promise<TargetRecord | null> {
  const { id, workspaceId, name } = target;
  const others = sql`FROM ${targets} AS t WHERE t.workspace_id = ${workspaceId}`;
  const insertion = database
    .insert(targets)
    .select(sql`
      SELECT ${id}, ${workspaceId}, ${name}, ${target.provider}, ${target.endpoint}, ${target.region},
        ${target.bucket}, ${target.keyPrefix}, ${target.keyPattern}, ${target.credentials},
        (SELECT COALESCE(MAX(t.position), 0) + 1 ${others}), ${target.createdAt}
      WHERE EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})
        AND (SELECT COUNT(*) ${others}) < ${maxTargets}
        AND NOT EXISTS (SELECT 1 ${others} AND t.name = ${name})`)
    .returning();
  const exists = sql`EXISTS (SELECT 1 FROM ${targets} WHERE id = ${id})`;
  const [[inserted]] = await database.batch([insertion, auditStatementIf(database, exists, entry)]);
  return inserted ?? null;
}

export async function deleteTarget(
  database: Database,
  workspaceId: string,
  targetId: string,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([
    database.delete(targets).where(and(eq(targets.workspaceId, workspaceId), eq(targets.id, targetId))),
    auditStatement(database, entry),
  ]);
}

export async function updatePositions(
  database: Database,
  workspaceId: string,
  [first, ...rest]: readonly [string, ...string[]],
  entry: AuditEntry,
): Promise<void> {
  const place = (id: string, position: number) =>
    database
      .update(targets)
      .set({ position })
      .where(and(eq(targets.workspaceId, workspaceId), eq(targets.id, id)));
  await database.batch([
    place(first, 1),
    ...rest.map((id, index) => place(id, index + 2)),
    auditStatement(database, entry),
  ]);
}

/** Reads all workspaces: the credentials key belongs to the installation. */
export async function selectAllTargets(database: Database): Promise<TargetRecord[]> {
  return database.select().from(targets);
}

/** Changes nothing if another request has replaced the credentials in the meantime. */
export async function replaceCredentials(
  database: Database,
  { workspaceId, id, credentials }: TargetRecord,
  resealed: string,
): Promise<void> {
  await database
    .update(targets)
    .set({ credentials: resealed })
    .where(
      and(eq(targets.workspaceId, workspaceId), eq(targets.id, id), eq(targets.credentials, credentials)),
    );
}
