import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import { getWorkspace } from './get-workspace.ts';
import { updateWorkspaceName, type WorkspaceRecord } from '../../adapters/d1/workspaces.ts';

/** @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export async function renameWorkspace(ctx: Ctx, name: string): Promise<WorkspaceRecord> {
  const { id } = ctx.workspace;
  const workspace = await getWorkspace(ctx, id);
  const entry = auditEntry(ctx, 'workspace.changed', id, { name });
  await updateWorkspaceName(ctx.services.database, id, name, entry);
  return { ...workspace, name };
}
