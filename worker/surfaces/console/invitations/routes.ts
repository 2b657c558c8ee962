import { createRoute, z } from '@hono/zod-openapi';
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
import type { Ctx, MemberActor } from '../../../ctx.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { verbRoute } from '../../http/verb-route.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { answer } from '../../http/answer.ts';
import { describeInvitation } from '../http/describe-invitation.ts';
import { inWorkspaceChange, inWorkspaceForm, memberRoute } from '../http/in-workspace.ts';
import { readFormBody } from '../../http/read-json-body.ts';
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

export const invitationRoutes = validatingRouter().openapiRoutes([
  memberRoute(create, inWorkspaceForm('admin'), 'The invitation with its link'),
  memberRoute(revoke, inWorkspaceChange('admin'), 'The invitation was revoked'),
]);

const tokenParams = z.object({ token: z.string() });

const preview = createRoute({
  method: 'get',
  path: '/{token}',
  request: { params: tokenParams },
  responses: { 200: jsonResponse('The invitation, as a guest sees it', invitationPreviewAnswer) },
});

const acceptance = createRoute({
  method: 'post',
  path: '/{token}/accept',
  middleware: readFormBody,
  request: { params: tokenParams, ...jsonBody(acceptInvitation) },
  responses: { 200: jsonResponse('The session of the person who joined', sessionAnswer) },
});

export const guestRoutes = validatingRouter()
  .openapi(preview, async (c) => {
    const services = c.get('services');
    const invitation = await openInvitation({ services }, c.req.valid('param').token);
    const { workspaceName, role, invitee, invitedBy, expiresAt } = invitation;
    return c.json(answer(c, { workspaceName, role, invitee, invitedBy, expiresAt }), 200);
  })
  .openapi(acceptance, async (c) => {
    const services = c.get('services');
    const { token } = c.req.valid('param');
    const newcomer = toNewcomer(c.req.valid('json'));
    if (newcomer !== null) {
      const { workspaceId } = await openInvitation({ services }, token);
      await limitTakenAddresses(c, workspaceId, () => acceptAsNewcomer({ services }, { token, newcomer }));
      return c.json(answer(c, await signInNewcomer(c, newcomer)), 200);
    }
    const session = await readSession(c);
    if (session === null) throw new ApiError('NOT_SIGNED_IN', { message: 'Sign in, or create an account.' });
    const { id, name } = session.person;
    c.set('caller', { personId: id });
    await acceptAsPerson({ services, actor: { kind: 'person', id, name, role: null } }, token);
    return c.json(answer(c, await describeSession({ services }, session.person)), 200);
  });

/** Null if a signed-in person accepts. The schema requires all three fields or none. */
const toNewcomer = ({ name, email, password }: AcceptInvitation): Newcomer | null =>
  name === undefined || email === undefined || password === undefined ? null : { name, email, password };
