import type { components } from './api.ts';

type ErrorBody = components['schemas']['Error'];

/** An error that the service answered with. */
export class PlatenError extends Error {
  override readonly name = 'PlatenError';
  /** Such as `VALIDATION_ERROR`; `UNREADABLE_ANSWER` where something else than the service answered. */
  readonly code: string;
  readonly status: number;
  /** One text for each problem, naming the field. */
  readonly details: readonly string[];
  /** For a question to whoever runs the service. */
  readonly requestId: string | null;
  /** After how many seconds it is worth trying again, where the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody['error']>, retryAfterSeconds: number | null) {
    super(body.message ?? `The service answered with HTTP ${status}.`);
    this.code = body.code ?? 'UNREADABLE_ANSWER';
    this.status = status;
    this.details = body.details ?? [];
    this.requestId = body.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  static from(response: Response, body: unknown): PlatenError {
    const retryAfter = response.headers.get('Retry-After');
    return new PlatenError(response.status, readBody(body), retryAfter === null ? null : Number(retryAfter));
  }
}

function readBody(body: unknown): Partial<ErrorBody['error']> {
  const isErrorBody = typeof body === 'object' && body !== null && 'error' in body;
  return isErrorBody ? (body as ErrorBody).error : {};
}
