import type { components } from './api.ts';

type ErrorBody = components['schemas']['Error']['error'];

/** `UNREADABLE_ANSWER` means that a proxy answered, and not Platen. A later version of the service can have other codes. */
export type ErrorCode = ErrorBody['code'] | 'UNREADABLE_ANSWER';

/** The service refused the request. */
export class PlatenError extends Error {
  override readonly name = 'PlatenError';
  readonly code: ErrorCode;
  readonly status: number;
  /** One entry for each problem. It names the field. */
  readonly details: readonly string[];
  /** Quote it when you contact the operator of the service. */
  readonly requestId: string | null;
  /** The wait before a retry makes sense, if the service says so. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterSeconds: number | null) {
    super(body.message ?? `The service returned HTTP status ${status}.`);
    this.code = body.code ?? 'UNREADABLE_ANSWER';
    this.status = status;
    this.details = body.details ?? [];
    this.requestId = body.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  static async from(response: Response): Promise<PlatenError> {
    const body: unknown = await response.json().catch(() => null);
    return new PlatenError(
      response.status,
      readBody(body),
      readRetryAfter(response.headers.get('Retry-After')),
    );
  }
}

/** No whole answer arrived. The service may have processed the request. */
export class PlatenConnectionError extends Error {
  override readonly name = 'PlatenConnectionError';
}

/** The call or the wait took too long. The service may still process the request. */
export class PlatenTimeoutError extends Error {
  override readonly name = 'PlatenTimeoutError';
}

function readBody(body: unknown): Partial<ErrorBody> {
  const isErrorBody = typeof body === 'object' && body !== null && 'error' in body;
  return isErrorBody ? (body as components['schemas']['Error']).error : {};
}

/** Reads seconds, or a date, which a proxy may send (RFC 9110, 10.2.3). Returns null for anything else. */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const ms = Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, Math.ceil(ms / 1_000));
}
