import { createRoute } from '@hono/zod-openapi';
import {
  renameWorkspace as renameRequest,
  workspaceAnswer,
  type WorkspaceDetails,
} from '../../../schema/console/workspaces.ts';
import type { AppContext } from '../../http/context.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { getWorkspace } from '../../workspaces/get-workspace.ts';
import type { WorkspaceRecord } from '../../workspaces/queries.ts';
import { renameWorkspace } from '../../workspaces/rename-workspace.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, inWorkspaceForm, memberOf } from '../http/in-workspace.ts';

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

/** `/console/workspaces/{ws}` itself. */
export const workspaceRoutes = validatingRouter()
  .openapi(reading, async (c) => {
    const workspace = await getWorkspace(c.var.services, memberOf(c).workspaceId);
    return c.json(answer(c, await describe(c, workspace)), 200);
  })
  .openapi(renaming, async (c) => {
    const { workspaceId, actor } = memberOf(c);
    const { name } = c.req.valid('json');
    const workspace = await renameWorkspace(c.var.services, actor, workspaceId, name);
    return c.json(answer(c, await describe(c, workspace)), 200);
  });

async function describe(c: AppContext, workspace: WorkspaceRecord): Promise<WorkspaceDetails> {
  const account = await c.var.services.ledger(workspace.id).account(workspace.plan);
  return { ...workspace, ...account, role: memberOf(c).role };
}
