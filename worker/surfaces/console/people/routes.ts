import { z } from '@hono/zod-openapi';
import {
  peopleAnswer,
  personAnswer,
  removedPersonAnswer,
  setRole as setRoleRequest,
} from '../../../../schema/console/people.ts';
import type { Ctx, MemberActor } from '../../../ctx.ts';
import { listPeople, removePerson, setRole } from '../../../verbs/people/change-person.ts';
import { listInvitations } from '../../../verbs/people/invitations/invite.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { inWorkspace, inWorkspaceChange, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';

const params = z.object({ personId: z.string() });

const list = verbRoute({
  method: 'get',
  path: '/',
  answer: peopleAnswer,
  async run(ctx) {
    const [people, invitations] = await Promise.all([listPeople(ctx), listInvitations(ctx)]);
    return { data: { people, invitations } };
  },
});

const change = verbRoute({
  method: 'patch',
  path: '/{personId}',
  params,
  body: setRoleRequest,
  answer: personAnswer,
  run: async (ctx: Ctx<MemberActor>, input) => ({ data: await setRole(ctx, input) }),
});

const remove = verbRoute({
  method: 'delete',
  path: '/{personId}',
  params,
  answer: removedPersonAnswer,
  async run(ctx: Ctx<MemberActor>, { personId: id }) {
    await removePerson(ctx, id);
    return { data: { id, deleted: true as const } };
  },
});

export const peopleRoutes = routerOf([
  memberRoute(list, inWorkspace('member'), 'The people of the workspace and its invitations'),
  memberRoute(change, inWorkspaceForm('admin'), 'The person with their role'),
  // Every member may leave. `removePerson` checks whom else a member may remove.
  memberRoute(remove, inWorkspaceChange('member'), 'The person was removed from the workspace'),
]);
