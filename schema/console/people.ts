import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { ROLES } from './roles.ts';
import { email, password, personName } from './session.ts';

/** The people of a workspace and those who are invited. */

export const workspacePerson = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  joinedAt: z.iso.datetime(),
});
export type WorkspacePerson = z.infer<typeof workspacePerson>;

export const invitation = z.object({
  id: z.string(),
  role: z.enum(ROLES),
  /** Name of who invited. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** `GET /console/workspaces/{ws}/people`. Any role. */
export const peopleAnswer = answerOf(
  z.object({ people: z.array(workspacePerson), invitations: z.array(invitation) }),
);

/** `PATCH /console/workspaces/{ws}/people/{personId}`. Admin; only owners make, change or remove owners. */
export const setRole = z.object({ role: z.enum(ROLES) });
export const personAnswer = answerOf(workspacePerson);

/** `POST /console/workspaces/{ws}/invitations`. Admin; only owners invite owners. */
export const createInvitation = z.object({ role: z.enum(ROLES) });

/** The link is shown this once: only its hash is kept. One link, one person, seven days. */
export const createdInvitationAnswer = answerOf(invitation.extend({ url: z.url() }));

/** `GET /console/invitations/{token}`: what a guest reads before accepting. Answers everybody. */
export const invitationPreviewAnswer = answerOf(
  z.object({
    workspaceName: z.string(),
    role: z.enum(ROLES),
    invitedBy: z.string(),
    expiresAt: z.iso.datetime(),
  }),
);

/**
 * `POST /console/invitations/{token}/accept`: somebody signed in sends `{}` and joins; a newcomer sends all
 * three, is made, joins and is signed in. Answers as `GET /console/session`.
 */
export const acceptInvitation = z.union([
  z.strictObject({}),
  z.strictObject({ name: personName, email, password }),
]);
export type AcceptInvitation = z.infer<typeof acceptInvitation>;
