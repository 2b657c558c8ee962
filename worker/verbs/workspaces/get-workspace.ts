import { ApiError } from '../../lib/api-error.ts';
import { type Actor, type BaseCtx, type Ctx, enterWorkspace, type InstanceCtx } from '../../ctx.ts';
import { findWorkspace, type WorkspaceRecord } from '../../adapters/d1/workspaces.ts';

/** @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export async function getWorkspace({ services }: BaseCtx, workspaceId: string): Promise<WorkspaceRecord> {
  const workspace = await findWorkspace(services.database, workspaceId);
  if (workspace === null) throw new ApiError('WORKSPACE_NOT_FOUND');
  return workspace;
}

/** For an operator, who names the workspace. @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export const enterNamedWorkspace = async <Who extends Actor>(
  ctx: InstanceCtx<Who>,
  workspaceId: string,
): Promise<Ctx<Who>> => enterWorkspace(ctx, await getWorkspace(ctx, workspaceId));
