import { type Ctx, enterWorkspace, type InstanceCtx, OPERATOR, type OperatorActor } from '../../ctx.ts';
import type { AppContext } from '../http/context.ts';
import { getWorkspace } from '../../verbs/workspaces/get-workspace.ts';

export const operatorCtx = (c: AppContext): InstanceCtx<OperatorActor> => ({
  services: c.get('services'),
  actor: OPERATOR,
});

/** @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export async function operatorCtxIn(c: AppContext, workspaceId: string): Promise<Ctx<OperatorActor>> {
  const ctx = operatorCtx(c);
  return enterWorkspace(ctx, await getWorkspace(ctx, workspaceId));
}
