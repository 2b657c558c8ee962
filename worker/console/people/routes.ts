import { createRoute, z } from '@hono/zod-openapi';
import {
  peopleAnswer,
  personAnswer,
  removedPersonAnswer,
  setRole as setRoleRequest,
} from '../../../schema/console/people.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { answer } from '../../http/answer.ts';
import { inWorkspace, inWorkspaceForm, memberOf } from '../http/in-workspace.ts';
import { listInvitations } from '../../invitations/invite.ts';
import { removePerson, setRole } from '../../people/change-person.ts';
import { findPeople } from '../../people/queries.ts';

const params = z.object({ ws: z.string(), personId: z.string() });

const listing = createRoute({
  method: 'get',
  path: '/',
  middleware: inWorkspace('member'),
  responses: { 200: jsonResponse('Who is in the workspace, and who is invited', peopleAnswer) },
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
  // A member may leave; whom else they may remove, the removal itself decides.
  middleware: inWorkspace('member'),
  request: { params },
  responses: { 200: jsonResponse('The person is not in the workspace any more', removedPersonAnswer) },
});

/** `/console/workspaces/{ws}/people` */
export const peopleRoutes = validatingRouter()
  .openapi(listing, async (c) => {
    const { workspaceId } = memberOf(c);
    const [people, invitations] = await Promise.all([
      findPeople(c.var.services.database, workspaceId),
      listInvitations(c.var.services, workspaceId),
    ]);
    return c.json(answer(c, { people, invitations }), 200);
  })
  .openapi(change, async (c) => {
    const { role } = c.req.valid('json');
    const person = await setRole(c.var.services, memberOf(c), c.req.valid('param').personId, role);
    return c.json(answer(c, person), 200);
  })
  .openapi(removal, async (c) => {
    const { personId } = c.req.valid('param');
    await removePerson(c.var.services, memberOf(c), personId);
    return c.json(answer(c, { id: personId, deleted: true as const }), 200);
  });
