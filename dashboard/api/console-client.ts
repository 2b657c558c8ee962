import { RequestError } from './request-error.ts';

/** The Worker's routes under `/console`. Paths are relative to it: `/session`. */

interface Answer<Data> {
  readonly data: Data;
}

export interface PageOf<Item> {
  readonly data: readonly Item[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** @throws {RequestError} */
export async function get<Data>(path: string, signal?: AbortSignal): Promise<Data> {
  const response = await call(path, { signal });
  const answer: Answer<Data> = await response.json();
  return answer.data;
}

/** A list that comes in pages; `path` carries the cursor. @throws {RequestError} */
export async function getPage<Item>(path: string, signal?: AbortSignal): Promise<PageOf<Item>> {
  const response = await call(path, { signal });
  const { data, nextCursor }: PageOf<Item> = await response.json();
  return { data, nextCursor };
}

/** A request that changes something. @throws {RequestError} */
export async function send<Data = unknown>(method: Method, path: string, body: unknown = {}): Promise<Data> {
  const response = await call(path, jsonRequest(method, body));
  const answer: Answer<Data> = await response.json();
  return answer.data;
}

/** Posts `body` and reads the PDF that comes back. @throws {RequestError} */
export async function fetchPdf(path: string, body: unknown, signal?: AbortSignal): Promise<Uint8Array> {
  const response = await call(path, { ...jsonRequest('POST', body), signal });
  return new Uint8Array(await response.arrayBuffer());
}

let tellSignedOut = (): void => {};

/** Calls `listener` whenever the Worker says that nobody is signed in (any more). */
export function onSignedOut(listener: () => void): void {
  tellSignedOut = listener;
}

function jsonRequest(method: Method, body: unknown): RequestInit {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function call(path: string, init: RequestInit): Promise<Response> {
  const response = await reach(`/console${path}`, init);
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem.code === 'NOT_SIGNED_IN') tellSignedOut();
  throw problem;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, credentials: 'same-origin' });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    const message = 'Platen could not be reached. Check the connection and try again.';
    throw new RequestError({ status: 0, code: 'UNREACHABLE', message }, { cause });
  }
}

interface ErrorParts {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly string[];
  readonly requestId?: string;
}

async function readProblem(response: Response): Promise<RequestError> {
  const body: { readonly error?: ErrorParts } | null = await response.json().catch(() => null);
  const { code, message, details, requestId } = body?.error ?? {};
  const retryAfter = response.headers.get('Retry-After');
  return new RequestError({
    status: response.status,
    code: code ?? 'INTERNAL_ERROR',
    message: message ?? `The service answered with status ${response.status}.`,
    details,
    requestId: requestId ?? response.headers.get('X-Request-Id'),
    retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
  });
}
