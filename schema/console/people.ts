import { z } from 'zod';
import { deletedBody } from '../api/operator.ts';
import { answerOf } from '../api/paging.ts';
import { ROLES } from './roles.ts';
import { email, password, personName } from './session.ts';

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
  /** The name of the invited person, which the inviter wrote. It is null if there is none. */
  invitee: z.string().nullable(),
  /** Name of a person. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

const people = z.object({ people: z.array(workspacePerson), invitations: z.array(invitation) });
export const peopleAnswer = answerOf(people);

/** A new role for a person. Only owners can add, change or remove owners. */
export const setRole = z.object({ role: z.enum(ROLES) });
export const personAnswer = answerOf(workspacePerson);

/** Also revokes the open invitations of the person. */
export const removedPersonAnswer = answerOf(deletedBody);

/** Anyone who has the link can use it: the invitee is a note. */
export const createInvitation = z.object({ role: z.enum(ROLES), invitee: personName.optional() });
export type CreateInvitation = z.infer<typeof createInvitation>;

export const revokedInvitationAnswer = answerOf(deletedBody);

/** The link is returned only here, because only its hash is stored. It works once, for seven days. */
export const createdInvitation = invitation.extend({ url: z.url() });
export type CreatedInvitation = z.infer<typeof createdInvitation>;
export const createdInvitationAnswer = answerOf(createdInvitation);

export const invitationPreview = z.object({
  workspaceName: z.string(),
  role: z.enum(ROLES),
  invitee: z.string().nullable(),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime(),
});
export type InvitationPreview = z.infer<typeof invitationPreview>;
export const invitationPreviewAnswer = answerOf(invitationPreview);

/** A new person sends all three fields. A signed-in person sends `{}`. */
export const newcomer = z.object({ name: personName, email, password });
export type Newcomer = z.infer<typeof newcomer>;
export const acceptInvitation = newcomer.partial().superRefine((body, context) => {
  if (Object.values(body).every((value) => value === undefined)) return;
  for (const field of ['name', 'email', 'password'] as const) {
    if (body[field] === undefined) {
      context.addIssue({ code: 'custom', path: [field], message: 'is required for a new account' });
    }
  }
});
export type AcceptInvitation = z.infer<typeof acceptInvitation>;
