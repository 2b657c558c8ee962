import { ERRORS, type ErrorCode, fillMessage } from '../../schema/api/errors.ts';
import { CONSOLE_ERRORS, type ConsoleErrorCode } from '../../schema/console/errors.ts';

export const CATALOGUE = { ...ERRORS, ...CONSOLE_ERRORS } as const;

export type AnsweredCode = ErrorCode | ConsoleErrorCode;

export interface ErrorOptions {
  /** For the placeholders of the message. */
  readonly values?: Readonly<Record<string, string>>;
  /** Replaces the message of the catalogue. */
  readonly message?: string;
  readonly details?: readonly string[];
  /** For the `Retry-After` header. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

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

export const invalidRequest = (details: readonly string[]): ApiError =>
  new ApiError('VALIDATION_ERROR', { details });

/** @param field of the request, which needs the container */
export const featureUnavailable = (field: string): ApiError =>
  new ApiError('FEATURE_UNAVAILABLE', {
    values: { field },
    details: [`${field}: needs the container, which this installation does not have`],
  });

const inWords = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;

/** Most prints end sooner. */
const BUSY_SECONDS = 5;

export const serviceBusy = (cause?: unknown): ApiError =>
  new ApiError('SERVICE_BUSY', {
    values: { wait: inWords(BUSY_SECONDS) },
    retryAfterSeconds: BUSY_SECONDS,
    cause,
  });

export const rateLimited = (retryAfterSeconds: number): ApiError => {
  const wait = inWords(retryAfterSeconds);
  return new ApiError('RATE_LIMIT_EXCEEDED', { values: { wait }, retryAfterSeconds });
};
