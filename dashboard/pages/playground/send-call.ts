import type { ErrorBody } from '../../../schema/api/error-body.ts';
import type { GenerateResponse } from '../../../schema/api/generate.ts';
import { RequestError } from '../../api/request-error.ts';
import { type ApiCall, callHeaders, GENERATE_PATH } from './api-call.ts';
import { parseServerTiming, type Phase } from './server-timing.ts';

/** What the API answered to a call of the playground. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly phases: readonly Phase[];
  /** From the click to the last byte, as this browser saw it. */
  readonly durationMs: number;
  /** Credits that are left, quota and bought ones together; null where the answer does not tell. */
  readonly remaining: number | null;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: 'file'; readonly answer: GenerateResponse }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array<ArrayBuffer>; readonly filename: string }
  | {
      readonly kind: 'refused';
      readonly problem: RequestError;
      /** Null where it is not JSON: something on the way answered. */
      readonly body: unknown;
    };

/**
 * Sends the call to the API of this very origin, without the reader's session: as any client would.
 *
 * @throws {RequestError} no answer came
 */
export async function sendCall(call: ApiCall, key: string, signal: AbortSignal): Promise<Reply> {
  const startedAt = performance.now();
  const response = await reach(call, key, signal);
  const outcome = await readOutcome(response);
  return {
    status: response.status,
    headers: [...response.headers],
    phases: parseServerTiming(response.headers.get('Server-Timing') ?? ''),
    durationMs: performance.now() - startedAt,
    remaining: readRemaining(response, outcome),
    outcome,
  };
}

async function reach(call: ApiCall, key: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(call.origin + GENERATE_PATH, {
      method: 'POST',
      headers: [
        ['X-API-Key', key],
        ...callHeaders(call).map(([name, value]): [string, string] => [name, value]),
      ],
      body: JSON.stringify(call.body),
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    const message = 'The API could not be reached. Check the connection and try again.';
    throw new RequestError({ status: 0, code: 'UNREACHABLE', message }, { cause });
  }
}

async function readOutcome(response: Response): Promise<Outcome> {
  if (!response.ok) return readRefusal(response);
  if (response.headers.get('Content-Type') === 'application/pdf') {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { kind: 'pdf', bytes, filename: parseFilename(response) };
  }
  const answer: GenerateResponse = await response.json();
  return { kind: 'file', answer };
}

async function readRefusal(response: Response): Promise<Outcome> {
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const error = body?.error;
  const retryAfter = response.headers.get('Retry-After');
  const problem = new RequestError({
    status: response.status,
    code: error?.code ?? 'INTERNAL_ERROR',
    message: error?.message ?? 'The answer is not of this API: something on the way gave it.',
    details: error?.details,
    requestId: error?.requestId ?? response.headers.get('X-Request-Id'),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  });
  return { kind: 'refused', problem, body };
}

/** RFC 6266: the extended name where there is one. */
function parseFilename(response: Response): string {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'document.pdf';
}

function readRemaining(response: Response, outcome: Outcome): number | null {
  if (outcome.kind === 'file') return outcome.answer.usage.remaining;
  const header = response.headers.get('X-Usage-Remaining');
  return header === null ? null : Number(header);
}
