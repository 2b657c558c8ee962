import { ERROR_STATUS, type ErrorCode } from '../schema/api/errors.ts';
import { CONSOLE_ERROR_STATUS, type ConsoleErrorCode } from '../schema/console/errors.ts';

/** The API's codes and the dashboard's, each with its HTTP status. */
export const STATUS_OF = { ...ERROR_STATUS, ...CONSOLE_ERROR_STATUS } as const;

export type AnsweredCode = ErrorCode | ConsoleErrorCode;

/** An error that the client is told about: thrown by name where it is known, answered in one place. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: AnsweredCode;
  readonly details: readonly string[];
  /** Whole seconds, for the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: AnsweredCode,
    message: string,
    more: { details?: readonly string[]; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.details = more.details ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** `VALIDATION_ERROR`, one detail for each problem, each naming its field (decision 10). */
export const invalidRequest = (details: readonly string[]): ApiError =>
  new ApiError('VALIDATION_ERROR', 'The request is not valid.', { details });
