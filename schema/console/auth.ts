import { z } from 'zod';
import { answerOf } from '../api/paging.ts';
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH } from './bounds.ts';
import { email, password, person, personName } from './session.ts';
import { idText } from '../text.ts';

export const signIn = z.object({ email, password: z.string().min(1).max(MAX_PASSWORD_LENGTH) });
export type SignIn = z.infer<typeof signIn>;

export const signedOutAnswer = answerOf(z.object({ signedOut: z.literal(true) }));

/** Ends all other sessions. */
export const changePassword = z.object({
  currentPassword: z.string().min(1).max(MAX_PASSWORD_LENGTH),
  newPassword: password,
});
export const changedPasswordAnswer = answerOf(z.object({ changed: z.literal(true) }));

export const updatePerson = z.object({ name: personName });
export const updatedPersonAnswer = answerOf(person);

export const listedSession = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** Accurate to a day, because an active session is extended once a day. */
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  current: z.boolean(),
});
export type ListedSession = z.infer<typeof listedSession>;

/** Newest first. */
export const sessionsAnswer = answerOf(z.object({ sessions: z.array(listedSession) }));

export const revokeSession = z.object({ id: idText() });
export const revokedSessionsAnswer = answerOf(z.object({ revoked: z.int() }));

const passkeyName = z.string().trim().min(1).max(MAX_NAME_LENGTH);

export const listedPasskey = z.object({
  id: z.string(),
  name: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
  /** `multiDevice` if it can be synced to other devices. */
  deviceType: z.string(),
  backedUp: z.boolean(),
});
export type ListedPasskey = z.infer<typeof listedPasskey>;

export const passkeysAnswer = answerOf(z.object({ passkeys: z.array(listedPasskey) }));

/** JSON of the browser's WebAuthn API. The library that creates the challenge validates it. */
const webAuthn = z.record(z.string(), z.unknown());

export const webAuthnOptionsAnswer = answerOf(webAuthn);

export const registerPasskey = z.object({ response: webAuthn, name: passkeyName });
export const passkeyAnswer = answerOf(listedPasskey);

export const signInWithPasskey = z.object({ response: webAuthn });

export const renamePasskey = z.object({ id: idText(), name: passkeyName });

export const deletePasskey = z.object({ id: idText() });
export const deletedPasskeyAnswer = answerOf(z.object({ deleted: z.literal(true) }));
