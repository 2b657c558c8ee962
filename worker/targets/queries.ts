import { and, asc, eq } from 'drizzle-orm';
import { targets } from '../../schema/tables/targets.ts';
import { type Actor, auditStatement } from '../audit/queries.ts';
import type { Database } from '../database.ts';

export type TargetRecord = typeof targets.$inferSelect;

/** In the order in which they were configured, unless the operator chose another. */
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

/** The workspace a target belongs to: for the operator, who names targets by their id alone. */
export async function findWorkspaceOfTarget(database: Database, targetId: string): Promise<string | null> {
  const [row] = await database
    .select({ workspaceId: targets.workspaceId })
    .from(targets)
    .where(eq(targets.id, targetId));
  return row?.workspaceId ?? null;
}

export async function insertTarget(database: Database, target: TargetRecord, actor: Actor): Promise<void> {
  const { workspaceId, id: subject, createdAt: at, name, provider } = target;
  await database.batch([
    database.insert(targets).values(target),
    auditStatement(database, {
      workspaceId,
      at,
      actor,
      action: 'target.created',
      subject,
      detail: { name, provider },
    }),
  ]);
}

export async function deleteTarget(
  database: Database,
  workspaceId: string,
  { id, name }: Pick<TargetRecord, 'id' | 'name'>,
  actor: Actor,
  at: string,
): Promise<void> {
  const entry = { workspaceId, at, actor, action: 'target.deleted', subject: id, detail: { name } } as const;
  await database.batch([
    database.delete(targets).where(and(eq(targets.workspaceId, workspaceId), eq(targets.id, id))),
    auditStatement(database, entry),
  ]);
}

/** Gives the targets the positions that they have in the list. */
export async function updatePositions(
  database: Database,
  workspaceId: string,
  [first, ...rest]: readonly string[],
  actor: Actor,
  at: string,
): Promise<void> {
  if (first === undefined) return;
  const place = (id: string, position: number) =>
    database
      .update(targets)
      .set({ position })
      .where(and(eq(targets.workspaceId, workspaceId), eq(targets.id, id)));
  await database.batch([
    place(first, 1),
    ...rest.map((id, index) => place(id, index + 2)),
    auditStatement(database, { workspaceId, at, actor, action: 'target.ordered', subject: first }),
  ]);
}

/** The one query over all workspaces: a key is rotated for the whole installation. */
export async function selectAllTargets(database: Database): Promise<TargetRecord[]> {
  return database.select().from(targets);
}

/** Replaces sealed credentials, unless somebody else has in the meantime. */
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
