import { z } from '@hono/zod-openapi';
import { setWorkspace as setWorkspaceRequest } from '../../../schema/api/operator.ts';
import { deletedWorkspaceAnswer, operatedWorkspaceAnswer } from '../../../schema/console/workspaces.ts';
import { enterWorkspace, type InstanceCtx } from '../../ctx.ts';
import { deleteWorkspace } from '../../verbs/workspaces/delete-workspace.ts';
import { enterNamedWorkspace, getWorkspace } from '../../verbs/workspaces/get-workspace.ts';
import { setWorkspace } from '../../verbs/workspaces/set-workspace.ts';
import { verbRoute } from '../http/route.ts';

export const workspaceParams = z.object({ ws: z.string() });

/** The verbs of operators about a workspace. Operators are in none, so they name it. */
export const workspaceVerbs = {
  change: verbRoute({
    method: 'patch',
    path: '/workspaces/{ws}',
    params: workspaceParams,
    body: setWorkspaceRequest,
    answer: operatedWorkspaceAnswer,
    async run(ctx: InstanceCtx, { ws, ...change }) {
      const workspace = await getWorkspace(ctx, ws);
      return { data: { ...workspace, ...(await setWorkspace(enterWorkspace(ctx, workspace), change)) } };
    },
  }),
  delete: verbRoute({
    method: 'delete',
    path: '/workspaces/{ws}',
    params: workspaceParams,
    answer: deletedWorkspaceAnswer,
    async run(ctx: InstanceCtx, { ws: id }) {
      await deleteWorkspace(await enterNamedWorkspace(ctx, id));
      return { data: { id, deleted: true as const } };
    },
  }),
};
