import { createRoute, z } from '@hono/zod-openapi';
import {
  peopleAnswer,
  personAnswer,
  removedPersonAnswer,
  setRole as setRoleRequest,
} from '../../../../schema/console/people.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberCtx } from '../http/in-workspace.ts';
import { listInvitations } from '../../../verbs/people/invitations/invite.ts';
import { listPeople, removePerson, setRole } from '../../../verbs/people/change-person.ts';

const params = z.object({ ws: z.string(), personId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  responses: { 200: jsonResponse('The people of the workspace and its invitations', peopleAnswer) },
});

const change = createRoute({
  method: 'patch',
  path: '/{personId}',
  middleware: inWorkspaceForm('admin'),
  request: { params, ...jsonBody(setRoleRequest) },
  responses: { 200: jsonResponse('The person with their role', personAnswer) },
});

const removal = createRoute({
  method: 'delete',
  path: '/{personId}',
  // Every member may leave. `removePerson` checks whom else a member may remove.
  middleware: inWorkspaceChange('member'),
  request: { params },
  responses: { 200: jsonResponse('The person was removed from the workspace', removedPersonAnswer) },
});

export const peopleRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const ctx = memberCtx(c);
    const [people, invitations] = await Promise.all([listPeople(ctx), listInvitations(ctx)]);
    return c.json(answer(c, { people, invitations }), 200);
  })
  .openapi(change, async (c) => {
    const { personId } = c.req.valid('param');
    const { role } = c.req.valid('json');
    return c.json(answer(c, await setRole(memberCtx(c), { personId, role })), 200);
  })
  .openapi(removal, async (c) => {
    const { personId } = c.req.valid('param');
    await removePerson(memberCtx(c), personId);
    return c.json(answer(c, { id: personId, deleted: true as const }), 200);
  });
