import { ApiError } from '../../lib/api-error.ts';
import type { BaseCtx } from '../../ctx.ts';
import { findWorkspace, type WorkspaceRecord } from '../../adapters/d1/workspaces.ts';

/** @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export async function getWorkspace({ services }: BaseCtx, workspaceId: string): Promise<WorkspaceRecord> {
  const workspace = await findWorkspace(services.database, workspaceId);
  if (workspace === null) throw new ApiError('WORKSPACE_NOT_FOUND');
  return workspace;
}
