import type { Batch, BatchSettings } from '../../../../schema/api/batches.ts';
import { RequestError, toRequestError } from '../../../api/request-error.ts';
import type { BatchRowRequest } from './build-rows.ts';

interface BatchStart {
  readonly settings: BatchSettings;
  readonly rows: readonly BatchRowRequest[];
  readonly apiKey: string;
  /** The same for a repetition, so that a lost answer starts no second batch. */
  readonly idempotencyKey: string;
}

/** One JSON object on each line: a body of this form may be larger than one of JSON. */
export const toNdjson = (settings: BatchSettings, rows: readonly BatchRowRequest[]): Blob =>
  new Blob([settings, ...rows].map((line) => `${JSON.stringify(line)}\n`));

/** Calls the API with the key, without the session of the user. @throws {RequestError} */
export async function startBatch({ settings, rows, apiKey, idempotencyKey }: BatchStart): Promise<Batch> {
  const response = await post(toNdjson(settings, rows), {
    'X-API-Key': apiKey,
    'Content-Type': 'application/x-ndjson',
    'Idempotency-Key': idempotencyKey,
  });
  if (!response.ok) throw startError(response, await response.json().catch(() => null));
  const body: { readonly data: Batch } = await response.json();
  return body.data;
}

/** The template is one of this workspace, so a key of another workspace does not find it. */
function startError(response: Response, body: unknown): RequestError {
  const error = toRequestError(response, body);
  if (error.code !== 'TEMPLATE_NOT_FOUND') return error;
  const message = 'The key does not find the template. Use a key of this workspace.';
  const { status, code, requestId } = error;
  return new RequestError({ status, code, message, requestId });
}

async function post(body: Blob, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch('/v1/batches', {
      method: 'POST',
      headers,
      body,
      credentials: 'omit',
      cache: 'no-store',
    });
  } catch (cause) {
    const message = 'The API could not be reached. Check your connection and try again.';
    throw new RequestError({ status: 0, code: 'UNREACHABLE', message }, { cause });
  }
}
