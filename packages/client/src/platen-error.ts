import type { components } from './api.ts';

type ErrorBody = components['schemas']['Error'];

export class PlatenError extends Error {
  override readonly name = 'PlatenError';
  /** Such as `VALIDATION_ERROR`. `UNREADABLE_ANSWER` if the response is not from Platen but from a proxy. */
  readonly code: string;
  readonly status: number;
  /** One entry for each problem. It names the field. */
  readonly details: readonly string[];
  /** Quote it when you contact the operator of the service. */
  readonly requestId: string | null;
  /** When to retry, if the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody['error']>, retryAfterSeconds: number | null) {
    super(body.message ?? `The service returned HTTP status ${status}.`);
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
