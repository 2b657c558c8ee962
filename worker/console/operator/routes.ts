import { createRoute, z } from '@hono/zod-openapi';
import {
  createWorkspace as createRequest,
  setWorkspace as setRequest,
} from '../../../schema/api/operator.ts';
import { createdInvitationAnswer, createInvitation } from '../../../schema/console/people.ts';
import {
  deletedWorkspaceAnswer,
  operatedWorkspaceAnswer,
  operatedWorkspacePage,
  operatedWorkspaceQuery,
} from '../../../schema/console/workspaces.ts';
import type { AppContext } from '../../http/context.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { createWorkspace } from '../../workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../workspaces/delete-workspace.ts';
import { setWorkspace } from '../../workspaces/set-workspace.ts';
import { answer, answerPage } from '../../http/answer.ts';
import { describeInvitation } from '../http/describe-invitation.ts';
import { operating, personOf } from '../http/signed-in.ts';
import { readFormBody } from '../../http/read-json-body.ts';
import { inviteAsOperator } from '../../invitations/invite.ts';
import { listWorkspaces } from '../../workspaces/list-workspaces.ts';

const params = z.object({ ws: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/workspaces',
  middleware: operating,
  request: { query: operatedWorkspaceQuery },
  responses: { 200: jsonResponse('A page of workspaces, newest first', operatedWorkspacePage) },
});

const creation = createRoute({
  method: 'post',
  path: '/workspaces',
  middleware: [operating, readFormBody],
  request: jsonBody(createRequest),
  responses: { 201: jsonResponse('The new workspace, which nobody is in', operatedWorkspaceAnswer) },
});

const change = createRoute({
  method: 'patch',
  path: '/workspaces/{ws}',
  middleware: [operating, readFormBody],
  request: { params, ...jsonBody(setRequest) },
  responses: { 200: jsonResponse('The workspace as it is now', operatedWorkspaceAnswer) },
});

const deletion = createRoute({
  method: 'delete',
  path: '/workspaces/{ws}',
  middleware: operating,
  request: { params },
  responses: { 200: jsonResponse('The workspace is gone', deletedWorkspaceAnswer) },
});

const invitation = createRoute({
  method: 'post',
  path: '/workspaces/{ws}/invitations',
  middleware: [operating, readFormBody],
  request: { params, ...jsonBody(createInvitation) },
  responses: { 201: jsonResponse('The invitation with its link', createdInvitationAnswer) },
});

/** `/console/operator`: every workspace of the instance, for those who run it. */
export const operatorRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { workspaces, nextCursor } = await listWorkspaces(c.var.services, c.req.valid('query'));
    return c.json(answerPage(c, workspaces, nextCursor), 200);
  })
  .openapi(creation, async (c) => {
    const workspace = await createWorkspace(c.var.services, actorOf(c), c.req.valid('json'));
    const account = await c.var.services.ledger(workspace.id).account(workspace.plan);
    return c.json(answer(c, { ...workspace, ...account }), 201);
  })
  .openapi(change, async (c) => {
    const { ws } = c.req.valid('param');
    const changed = await setWorkspace(c.var.services, actorOf(c), ws, c.req.valid('json'));
    return c.json(answer(c, changed), 200);
  })
  .openapi(deletion, async (c) => {
    const { ws } = c.req.valid('param');
    await deleteWorkspace(c.var.services, actorOf(c), ws);
    return c.json(answer(c, { id: ws, deleted: true as const }), 200);
  })
  .openapi(invitation, async (c) => {
    const { ws: workspaceId } = c.req.valid('param');
    const inviter = { person: personOf(c), actor: actorOf(c), workspaceId };
    const created = await inviteAsOperator(c.var.services, inviter, c.req.valid('json').role);
    return c.json(answer(c, describeInvitation(c, created)), 201);
  });

const actorOf = (c: AppContext) => `person:${personOf(c).id}` as const;
