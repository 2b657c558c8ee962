/** Error codes of the dashboard's routes alone, with their HTTP status; the API never answers with them. */
export const CONSOLE_ERROR_STATUS = {
  INVALID_CREDENTIALS: 401,
  NOT_SIGNED_IN: 401,
  INSUFFICIENT_ROLE: 403,
  ORIGIN_REFUSED: 403,
  SESSION_NOT_FRESH: 403,
  SETUP_TOKEN_INVALID: 403,
  INVITATION_NOT_FOUND: 404,
  PERSON_NOT_FOUND: 404,
  ALREADY_A_MEMBER: 409,
  EMAIL_TAKEN: 409,
  LAST_OWNER: 409,
  SETUP_DONE: 409,
} as const;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERROR_STATUS;
