import { and, asc, eq } from 'drizzle-orm';
import type { PlanId } from '../../schema/plans.ts';
import { targets } from '../../schema/tables/targets.ts';
import { workspaces } from '../../schema/tables/workspaces.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { auditStatement } from '../audit/queries.ts';
import type { Database } from '../database.ts';

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

export async function insertTarget(
  database: Database,
  target: TargetRecord,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([database.insert(targets).values(target), auditStatement(database, entry)]);
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
