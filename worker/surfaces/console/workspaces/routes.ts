import {
  renameWorkspace as renameRequest,
  workspaceAnswer,
  type WorkspaceDetails,
} from '../../../../schema/console/workspaces.ts';
import type { WorkspaceRecord } from '../../../adapters/d1/workspaces.ts';
import type { Ctx, MemberActor } from '../../../ctx.ts';
import { getWorkspace } from '../../../verbs/workspaces/get-workspace.ts';
import { renameWorkspace } from '../../../verbs/workspaces/rename-workspace.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { inWorkspace, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';

const read = verbRoute({
  method: 'get',
  path: '/',
  answer: workspaceAnswer,
  async run(ctx: Ctx<MemberActor>) {
    return { data: await describe(ctx, await getWorkspace(ctx, ctx.workspace.id)) };
  },
});

const rename = verbRoute({
  method: 'patch',
  path: '/',
  body: renameRequest,
  answer: workspaceAnswer,
  async run(ctx: Ctx<MemberActor>, { name }) {
    return { data: await describe(ctx, await renameWorkspace(ctx, name)) };
  },
});

export const workspaceRoutes = routerOf([
  memberRoute(read, inWorkspace('member'), 'The workspace'),
  memberRoute(rename, inWorkspaceForm('admin'), 'The workspace with its new name'),
]);

async function describe(
  { ledger, actor }: Ctx<MemberActor>,
  workspace: WorkspaceRecord,
): Promise<WorkspaceDetails> {
  return { ...workspace, ...(await ledger.account(workspace.plan)), role: actor.role };
}
