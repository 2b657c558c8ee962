import { z } from '@hono/zod-openapi';
import {
  acceptInvitation,
  type AcceptInvitation,
  createdInvitationAnswer,
  createInvitation,
  invitationPreviewAnswer,
  type Newcomer,
  revokedInvitationAnswer,
} from '../../../../schema/console/people.ts';
import { sessionAnswer } from '../../../../schema/console/session.ts';
import type { BaseCtx, Ctx, MemberActor } from '../../../ctx.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { timeOf } from '../../http/context.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { describeInvitation } from '../http/describe-invitation.ts';
import { inWorkspaceChange, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';
import { guestRoute } from '../http/person-routes.ts';
import { limitTakenAddresses } from '../identity/limit-failed-sign-ins.ts';
import { describeSession } from '../identity/describe-session.ts';
import { readSession } from '../identity/read-session.ts';
import { signInNewcomer } from '../identity/sign-in.ts';
import {
  acceptAsNewcomer,
  acceptAsPerson,
  openInvitation,
} from '../../../verbs/people/invitations/accept.ts';
import { invite, revokeInvitation } from '../../../verbs/people/invitations/invite.ts';

const create = verbRoute({
  method: 'post',
  path: '/',
  body: createInvitation,
  status: 201,
  answer: createdInvitationAnswer,
  run: async (ctx: Ctx<MemberActor>, invitation, c) => ({
    data: describeInvitation(c, await invite(ctx, invitation)),
  }),
});

const revoke = verbRoute({
  method: 'delete',
  path: '/{id}',
  params: z.object({ id: z.string() }),
  answer: revokedInvitationAnswer,
  async run(ctx, { id }) {
    await revokeInvitation(ctx, id);
    return { data: { id, deleted: true as const } };
  },
});

export const invitationRoutes = routerOf([
  memberRoute(create, inWorkspaceForm('admin'), 'The invitation with its link'),
  memberRoute(revoke, inWorkspaceChange('admin'), 'The invitation was revoked'),
]);

const tokenParams = z.object({ token: z.string() });

const preview = verbRoute({
  method: 'get',
  path: '/{token}',
  params: tokenParams,
  answer: invitationPreviewAnswer,
  async run(ctx: BaseCtx, { token }) {
    const { workspaceName, role, invitee, invitedBy, expiresAt } = await openInvitation(ctx, token);
    return { data: { workspaceName, role, invitee, invitedBy, expiresAt } };
  },
});

const accept = verbRoute({
  method: 'post',
  path: '/{token}/accept',
  params: tokenParams,
  body: acceptInvitation,
  answer: sessionAnswer,
  async run(ctx: BaseCtx, { token, ...person }, c) {
    const newcomer = toNewcomer(person);
    if (newcomer !== null) {
      const { workspaceId } = await openInvitation(ctx, token);
      await limitTakenAddresses(c, workspaceId, () => acceptAsNewcomer(ctx, { token, newcomer }));
      return { data: await signInNewcomer(c, newcomer) };
    }
    const session = await readSession(c);
    if (session === null) throw new ApiError('NOT_SIGNED_IN', { message: 'Sign in, or create an account.' });
    const { id, name } = session.person;
    c.set('caller', { personId: id });
    const actor = { kind: 'person', id, name, role: null } as const;
    await acceptAsPerson({ ...ctx, actor, time: timeOf(c) }, token);
    return { data: await describeSession(ctx, session.person) };
  },
});

export const guestRoutes = routerOf([
  guestRoute(preview, 'The invitation, as a guest sees it'),
  guestRoute(accept, 'The session of the person who joined'),
]);

/** Returns null if a signed-in person accepts. The schema requires all three fields or none. */
const toNewcomer = ({ name, email, password }: AcceptInvitation): Newcomer | null =>
  name === undefined || email === undefined || password === undefined ? null : { name, email, password };
