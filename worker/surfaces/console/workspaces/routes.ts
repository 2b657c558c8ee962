import { createRoute } from '@hono/zod-openapi';
import {
  renameWorkspace as renameRequest,
  workspaceAnswer,
  type WorkspaceDetails,
} from '../../../../schema/console/workspaces.ts';
import type { Ctx, MemberActor } from '../../../ctx.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { getWorkspace } from '../../../verbs/workspaces/get-workspace.ts';
import type { WorkspaceRecord } from '../../../adapters/d1/workspaces.ts';
import { renameWorkspace } from '../../../verbs/workspaces/rename-workspace.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, inWorkspaceForm, memberCtx } from '../http/in-workspace.ts';

const reading = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  responses: { 200: jsonResponse('The workspace', workspaceAnswer) },
});

const renaming = createRoute({
  method: 'patch',
  path: '/',
  middleware: inWorkspaceForm('admin'),
  request: jsonBody(renameRequest),
  responses: { 200: jsonResponse('The workspace with its new name', workspaceAnswer) },
});

export const workspaceRoutes = validatingRouter()
  .openapi(reading, async (c) => {
    const ctx = memberCtx(c);
    const workspace = await getWorkspace(ctx, ctx.workspace.id);
    return c.json(answer(c, await describe(ctx, workspace)), 200);
  })
  .openapi(renaming, async (c) => {
    const ctx = memberCtx(c);
    const workspace = await renameWorkspace(ctx, c.req.valid('json').name);
    return c.json(answer(c, await describe(ctx, workspace)), 200);
  });

async function describe(
  { ledger, actor }: Ctx<MemberActor>,
  workspace: WorkspaceRecord,
): Promise<WorkspaceDetails> {
  return { ...workspace, ...(await ledger.account(workspace.plan)), role: actor.role };
}
