import type { ConsoleErrorCode } from '../../schema/console/errors.ts';
import type { ErrorCode } from '../../schema/api/errors.ts';

interface RequestErrorInit {
  /** 0 if no response arrived. */
  status: number;
  code: ErrorCode | ConsoleErrorCode | 'UNREACHABLE' | (string & {});
  message: string;
  /** One entry for each problem. It starts with the path of the field. */
  details?: readonly string[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
}

export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: RequestErrorInit['code'];
  readonly details: readonly string[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(init: RequestErrorInit, options?: ErrorOptions) {
    super(init.message, options);
    this.status = init.status;
    this.code = init.code;
    this.details = init.details ?? [];
    this.requestId = init.requestId ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
  }

  /** The details by field: `name: is required` becomes `{name: 'is required'}`. */
  get fields(): Readonly<Record<string, string>> {
    const entries = this.details.flatMap((detail) => {
      const [, field, message] = /^([\w.[\]]+): (.+)$/s.exec(detail) ?? [];
      return field && message ? [[field, message] as const] : [];
    });
    return Object.fromEntries(entries);
  }
}

export const hasErrorCode = (error: unknown, code: ConsoleErrorCode | ErrorCode): boolean =>
  error instanceof RequestError && error.code === code;

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: readonly string[];
    readonly requestId?: string;
  };
}

/**
 * @param body the parsed JSON of the response, or null
 * @param fallbackMessage for a response that is not from Platen, such as a proxy's error page
 */
export function toRequestError(
  response: Response,
  body: unknown,
  fallbackMessage = `The service answered with status ${response.status}.`,
): RequestError {
  const { code, message, details, requestId } = (isErrorBody(body) ? body.error : undefined) ?? {};
  const retryAfter = response.headers.get('Retry-After');
  return new RequestError({
    status: response.status,
    code: code ?? 'INTERNAL_ERROR',
    message: message ?? fallbackMessage,
    details,
    requestId: requestId ?? response.headers.get('X-Request-Id'),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  });
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
