import { eq } from 'drizzle-orm';
import type { PlanId } from '../../schema/plans.ts';
import { templates } from '../../schema/tables/templates.ts';
import { workspaces } from '../../schema/tables/workspaces.ts';
import type { Database } from '../database.ts';

export type WorkspaceRecord = typeof workspaces.$inferSelect;

export async function insertWorkspace(database: Database, workspace: WorkspaceRecord): Promise<void> {
  await database.insert(workspaces).values(workspace);
}

export async function findWorkspace(
  database: Database,
  workspaceId: string,
): Promise<WorkspaceRecord | null> {
  const [row] = await database.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return row ?? null;
}

export async function updatePlan(database: Database, workspaceId: string, plan: PlanId): Promise<void> {
  await database.update(workspaces).set({ plan }).where(eq(workspaces.id, workspaceId));
}

/** The workspace and its templates, in one transaction. Keys stay: they answer `WORKSPACE_NOT_FOUND`. */
export async function deleteWorkspaceRows(database: Database, workspaceId: string): Promise<void> {
  await database.batch([
    database.delete(templates).where(eq(templates.workspaceId, workspaceId)),
    database.delete(workspaces).where(eq(workspaces.id, workspaceId)),
  ]);
}
