import { ApiError } from '../../lib/api-error.ts';
import type { Ctx, InstanceCtx } from '../../ctx.ts';
import {
  findTarget,
  findWorkspaceByTarget,
  selectTargets,
  type TargetRecord,
} from '../../adapters/d1/targets.ts';

export const listTargets = ({ services, workspace }: Ctx): Promise<TargetRecord[]> =>
  selectTargets(services.database, workspace.id);

/** @throws {ApiError} `TARGET_NOT_FOUND`, also for a target of another workspace */
export async function getTarget({ services, workspace }: Ctx, targetId: string): Promise<TargetRecord> {
  const target = await findTarget(services.database, workspace.id, targetId);
  if (target === null) throw new ApiError('TARGET_NOT_FOUND');
  return target;
}

/** The operator names a target by its id only. @throws {ApiError} `TARGET_NOT_FOUND` */
export async function getTargetWorkspace(
  { services }: InstanceCtx,
  targetId: string,
): Promise<Ctx['workspace']> {
  const workspace = await findWorkspaceByTarget(services.database, targetId);
  if (workspace === null) throw new ApiError('TARGET_NOT_FOUND');
  return workspace;
}
