import type { ErrorDefinition } from '../api/errors.ts';

export const CONSOLE_ERRORS = {
  INVALID_CREDENTIALS: {
    status: 401,
    message: 'The email address or the password is wrong.',
    when: 'A sign-in fails: the password is wrong, or the passkey is unknown or was refused.',
  },
  NOT_SIGNED_IN: {
    status: 401,
    message: 'Sign in first.',
    when: 'The request has no session, or the session has ended.',
  },
  INSUFFICIENT_ROLE: {
    status: 403,
    message: 'This needs the role {needed}. Your role is {role}.',
    when: 'The role of the person does not allow the operation.',
    example: { needed: 'admin', role: 'member' },
  },
  ORIGIN_REFUSED: {
    status: 403,
    message: 'Changes are only accepted from the dashboard itself.',
    when: 'The request comes from another origin than the dashboard, or has no `Origin`.',
  },
  SESSION_NOT_FRESH: {
    status: 403,
    message: 'This needs a recent sign-in. Sign out and sign in again.',
    when: 'The operation needs a session that started within the last day.',
  },
  SETUP_TOKEN_INVALID: {
    status: 403,
    message: 'The setup token is missing or incorrect.',
    when: 'The first visit to a deployed dashboard has no setup token, or a wrong one.',
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    message: 'The invitation was used or revoked, or it has expired.',
    when: 'The link of an invitation was used or revoked, or it has expired.',
  },
  RECOVERY_NOT_FOUND: {
    status: 404,
    message: 'The link was used or replaced, or it has expired.',
    when: 'The link for a new password was used or replaced by a newer one, or it has expired.',
  },
  REQUEST_NOT_FOUND: {
    status: 404,
    message: 'The request is not in the log.',
    when: 'The log of the workspace has no request with this id. The log keeps the requests of the last days. If there are many, it leaves some out.',
  },
  PERSON_NOT_FOUND: {
    status: 404,
    message: 'No person with this id is in the workspace.',
    when: 'The person is not a member of the workspace.',
  },
  ALREADY_A_MEMBER: {
    status: 409,
    message: 'You are already a member of this workspace.',
    when: 'A member of the workspace accepts an invitation to it.',
  },
  EMAIL_TAKEN: {
    status: 409,
    message: 'An account with this email address exists. Sign in, then open the link again.',
    when: 'A new person accepts an invitation with the email address of an existing account.',
  },
  INVITATION_LIMIT_REACHED: {
    status: 409,
    message: 'The plan {plan} allows {limit} open invitations. Revoke one first.',
    when: 'The workspace has as many open invitations as its plan allows.',
    example: { plan: 'free', limit: '10' },
  },
  LAST_OWNER: {
    status: 409,
    message: 'A workspace needs at least one owner. Make another person an owner first.',
    when: 'The change would leave the workspace without an owner.',
  },
  LAST_OPERATOR: {
    status: 409,
    message: 'An installation needs at least one operator. Make another person an operator first.',
    when: 'The change would leave the installation without an operator.',
  },
  SETUP_DONE: {
    status: 409,
    message: 'This installation already has an owner.',
    when: 'Setup was completed before.',
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;
