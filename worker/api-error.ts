import type { ErrorCode } from '../schema/api/errors.ts';

/** An error that the client is told about: thrown by name where it is known, answered in one place. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: readonly string[];
  /** Whole seconds, for the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
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
