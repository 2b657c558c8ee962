import { createRoute, z } from '@hono/zod-openapi';
import {
  createWorkspace as createRequest,
  setWorkspace as setRequest,
} from '../../../../schema/api/operator.ts';
import { createdInvitationAnswer, createInvitation } from '../../../../schema/console/people.ts';
import {
  deletedWorkspaceAnswer,
  operatedWorkspaceAnswer,
  operatedWorkspacePage,
  operatedWorkspaceQuery,
} from '../../../../schema/console/workspaces.ts';
import { type Ctx, enterWorkspace, type PersonActor } from '../../../ctx.ts';
import type { AppContext } from '../../http/context.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { createWorkspace } from '../../../verbs/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../../verbs/workspaces/delete-workspace.ts';
import { getWorkspace } from '../../../verbs/workspaces/get-workspace.ts';
import { listWorkspaces } from '../../../verbs/workspaces/list-workspaces.ts';
import { setWorkspace } from '../../../verbs/workspaces/set-workspace.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { describeInvitation } from '../http/describe-invitation.ts';
import { signedInOperator } from '../http/signed-in.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { invite } from '../../../verbs/people/invitations/invite.ts';
import { operatorCtx } from './operator-ctx.ts';
import { instanceOperatorRoutes } from './operators.ts';

const params = z.object({ ws: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/workspaces',
  middleware: signedInOperator,
  request: { query: operatedWorkspaceQuery },
  responses: { 200: jsonResponse('A page of workspaces, newest first', operatedWorkspacePage) },
});

const creation = createRoute({
  method: 'post',
  path: '/workspaces',
  middleware: [signedInOperator, readFormBody],
  request: jsonBody(createRequest),
  responses: { 201: jsonResponse('The new workspace, without people', operatedWorkspaceAnswer) },
});

const change = createRoute({
  method: 'patch',
  path: '/workspaces/{ws}',
  middleware: [signedInOperator, readFormBody],
  request: { params, ...jsonBody(setRequest) },
  responses: { 200: jsonResponse('The workspace after the change', operatedWorkspaceAnswer) },
});

const deletion = createRoute({
  method: 'delete',
  path: '/workspaces/{ws}',
  middleware: signedInOperator,
  request: { params },
  responses: { 200: jsonResponse('The workspace was deleted', deletedWorkspaceAnswer) },
});

const invitation = createRoute({
  method: 'post',
  path: '/workspaces/{ws}/invitations',
  middleware: [signedInOperator, readFormBody],
  request: { params, ...jsonBody(createInvitation) },
  responses: { 201: jsonResponse('The invitation with its link', createdInvitationAnswer) },
});

export const operatorRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { workspaces, nextCursor } = await listWorkspaces(operatorCtx(c), c.req.valid('query'));
    return c.json(answerPage(c, workspaces, nextCursor), 200);
  })
  .openapi(creation, async (c) => {
    const ctx = operatorCtx(c);
    const workspace = await createWorkspace(ctx, c.req.valid('json'));
    const account = await enterWorkspace(ctx, workspace).ledger.account(workspace.plan);
    return c.json(answer(c, { ...workspace, ...account }), 201);
  })
  .openapi(change, async (c) => {
    const ctx = operatorCtx(c);
    const workspace = await getWorkspace(ctx, c.req.valid('param').ws);
    const changed = await setWorkspace(enterWorkspace(ctx, workspace), c.req.valid('json'));
    return c.json(answer(c, { ...workspace, ...changed }), 200);
  })
  .openapi(deletion, async (c) => {
    const { ws } = c.req.valid('param');
    await deleteWorkspace(await operatorCtxIn(c, ws));
    return c.json(answer(c, { id: ws, deleted: true as const }), 200);
  })
  .openapi(invitation, async (c) => {
    const ctx = await operatorCtxIn(c, c.req.valid('param').ws);
    const created = await invite(ctx, c.req.valid('json'));
    return c.json(answer(c, describeInvitation(c, created)), 201);
  })
  .route('/operators', instanceOperatorRoutes);

/** @throws {ApiError} `WORKSPACE_NOT_FOUND` */
async function operatorCtxIn(c: AppContext, workspaceId: string): Promise<Ctx<PersonActor>> {
  const ctx = operatorCtx(c);
  return enterWorkspace(ctx, await getWorkspace(ctx, workspaceId));
}
