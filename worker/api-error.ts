import { ERRORS, type ErrorCode, fillMessage } from '../schema/api/errors.ts';
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '../schema/console/errors.ts';

/** The API's errors and the dashboard's. */
export const CATALOGUE = { ...ERRORS, ...CONSOLE_ERRORS } as const;

export type AnsweredCode = ErrorCode | ConsoleErrorCode;

export interface ErrorOptions {
  /** Values for the placeholders of the catalogue's message. */
  readonly values?: Readonly<Record<string, string>>;
  /** Replaces the catalogue's message where a more exact one is known. */
  readonly message?: string;
  readonly details?: readonly string[];
  /** Whole seconds, for the `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** An error that the client gets: thrown where it is known, turned into HTTP in one place. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: AnsweredCode;
  readonly details: readonly string[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AnsweredCode, options: ErrorOptions = {}) {
    const { message = CATALOGUE[code].message, values, details = [], retryAfterSeconds, cause } = options;
    super(fillMessage(message, values), cause === undefined ? {} : { cause });
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** `VALIDATION_ERROR`, one detail for each problem, each naming its field (contract 3.3). */
export const invalidRequest = (details: readonly string[]): ApiError =>
  new ApiError('VALIDATION_ERROR', { details });

/** `RATE_LIMIT_EXCEEDED`, whose message states the wait (contract 4.2). */
export const rateLimited = (retryAfterSeconds: number): ApiError => {
  const wait = `${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}`;
  return new ApiError('RATE_LIMIT_EXCEEDED', { values: { wait }, retryAfterSeconds });
};
