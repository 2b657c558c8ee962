import type { GenerateResponse } from '../../../schema/api/generate.ts';
import { decodeWarnings, type Warning, WARNINGS_HEADER } from '../../../schema/warnings-header.ts';
import { isMediaType, type MediaType } from '../../../schema/media-types.ts';
import { RequestError, toRequestError } from '../../api/request-error.ts';
import { type ApiCall, callHeaders, GENERATE_PATH } from './api-call.ts';
import { parseServerTiming, type Phase } from './server-timing.ts';

export interface Reply {
  readonly status: number;
  /** It is null if the answer is not from Platen. */
  readonly requestId: string | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly phases: readonly Phase[];
  /** From the click to the last byte, measured in the browser. */
  readonly durationMs: number;
  /** Remaining quota and purchased credits, or null if the response does not report them. */
  readonly remaining: number | null;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: 'file'; readonly body: GenerateResponse }
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly filename: string;
      readonly mediaType: MediaType;
      readonly warnings: readonly Warning[];
    }
  | {
      readonly kind: 'failed';
      readonly error: RequestError;
      /** It is null if the body is not JSON, for example from a proxy. */
      readonly body: unknown;
    };

/**
 * Sends a request to the API on this origin without the session of the user, like any other client. This is not
 * a typed call: the user can also send requests that the API rejects.
 * @throws {RequestError} if no response arrives
 */
export async function sendCall(call: ApiCall, key: string, signal: AbortSignal): Promise<Reply> {
  const startedAt = performance.now();
  const response = await fetchResponse(call, key, signal);
  const outcome = await readOutcome(response);
  return {
    status: response.status,
    requestId: response.headers.get('X-Request-Id'),
    headers: [...response.headers],
    phases: parseServerTiming(response.headers.get('Server-Timing') ?? ''),
    durationMs: performance.now() - startedAt,
    remaining: readRemaining(response, outcome),
    outcome,
  };
}

async function fetchResponse(call: ApiCall, key: string, signal: AbortSignal): Promise<Response> {
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
    const message = 'The API could not be reached. Check your connection and try again.';
    throw new RequestError({ status: 0, code: 'UNREACHABLE', message }, { cause });
  }
}

async function readOutcome(response: Response): Promise<Outcome> {
  if (!response.ok) return readFailure(response);
  const mediaType = response.headers.get('Content-Type') ?? '';
  if (isMediaType(mediaType)) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const warnings = decodeWarnings(response.headers.get(WARNINGS_HEADER));
    return { kind: 'bytes', bytes, filename: parseFilename(response), mediaType, warnings };
  }
  const body: GenerateResponse = await response.json();
  return { kind: 'file', body };
}

async function readFailure(response: Response): Promise<Outcome> {
  const body: unknown = await response.json().catch(() => null);
  const error = toRequestError(response, body, 'The response is not from Platen. A proxy may have sent it.');
  return { kind: 'failed', error, body };
}

/** RFC 6266: the extended name takes precedence. */
function parseFilename(response: Response): string {
  const disposition = response.headers.get('Content-Disposition') ?? '';
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'document.pdf';
}

function readRemaining(response: Response, outcome: Outcome): number | null {
  if (outcome.kind === 'file') return outcome.body.usage.remaining;
  const header = response.headers.get('X-Usage-Remaining');
  return header === null ? null : Number(header);
}
