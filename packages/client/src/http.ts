import type { paths } from './api.ts';
import type { CreateOptions } from './call-options.ts';
import { PlatenConnectionError, PlatenError, PlatenTimeoutError } from './errors.ts';
import { Deadline, pause } from './pause.ts';
import { waitBeforeRetry } from './retry.ts';

type Method = 'get' | 'post' | 'put' | 'delete';
type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][M]>;

/** The paths of the API that have this method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: [Operation<M, P>] extends [never] ? never : P;
}[keyof paths];

type PathPart<O> = O extends { parameters: { path: infer X } } ? { readonly path: X } : object;
type QueryPart<O> = O extends { parameters: { query?: infer X } } ? { readonly query?: X } : object;
type BodyPart<O> = O extends { requestBody: { content: { 'application/json': infer X } } }
  ? { readonly body: X }
  : object;

type Success = 200 | 201 | 202;
type JsonOf<R> = R extends { content: { 'application/json': infer X } } ? X : never;

/** The JSON of an answer that is no error. */
export type Answer<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer R } ? JsonOf<R[keyof R & Success]> : never;

/** The arguments of an operation of the API. */
export type Call<M extends Method, P extends keyof paths> = PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>> &
  CreateOptions & { readonly headers?: Readonly<Record<string, string>> };

export interface HttpRequest extends CreateOptions {
  readonly method: Method;
  /** The path with its query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** It is no stream, because a retry sends it again. */
  readonly body?: string | Blob | Uint8Array<ArrayBuffer>;
}

/** Reads an answer. Its errors count as those of the connection. */
type Read<T> = (response: Response) => T | Promise<T>;

export interface HttpOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Sends requests, and retries them if the service is busy or no whole answer arrives. */
export class Http {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** @throws {PlatenError} @throws {PlatenConnectionError} @throws {PlatenTimeoutError} */
  async json<M extends Method, P extends PathWith<M>>(
    method: M,
    path: P,
    call: Call<M, P>,
  ): Promise<Answer<M, P>> {
    return await this.send(toRequest(method, path, call), async (response) => {
      const text = await response.text();
      return (text === '' ? undefined : JSON.parse(text)) as Answer<M, P>;
    });
  }

  /** @param read reads an answer that is no error. The time of the call includes this. */
  async send<T>(request: HttpRequest, read: Read<T>): Promise<T> {
    const { timeoutMs } = this.#options;
    const deadline = new Deadline(timeoutMs, request.signal);
    try {
      return await this.#attempts(request, read, deadline);
    } catch (error) {
      if (!deadline.isOver) throw error;
      throw new PlatenTimeoutError(`There was no answer within ${timeoutMs} ms.`, { cause: error });
    } finally {
      deadline.clear();
    }
  }

  async #attempts<T>(request: HttpRequest, read: Read<T>, deadline: Deadline): Promise<T> {
    const isRepeatable = request.method === 'get' || request.idempotencyKey !== undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, read, deadline.signal);
      } catch (error) {
        const isLast = attempt >= this.#options.maxAttempts;
        const waitMs = isLast ? null : waitBeforeRetry(error, isRepeatable, attempt);
        if (waitMs === null || waitMs >= deadline.leftMs) throw error;
        await pause(waitMs, deadline.signal);
      }
    }
  }

  async #attempt<T>(
    { method, target, headers, body, idempotencyKey }: HttpRequest,
    read: Read<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { apiKey, baseUrl, fetch } = this.#options;
    const request = new Request(`${baseUrl}${target}`, {
      method: method.toUpperCase(),
      headers: {
        'X-API-Key': apiKey,
        ...headers,
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      body: body ?? null,
      signal,
    });
    try {
      const response = await fetch(request);
      if (!response.ok) throw await PlatenError.from(response);
      return await read(response);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PlatenError) throw error;
      const message = `${baseUrl} did not answer, or its answer is not whole: ${describeCause(error)}`;
      throw new PlatenConnectionError(message, { cause: error });
    }
  }
}

/** The message of `fetch` is "fetch failed". Its cause says why, such as ECONNREFUSED. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ('code' in cause ? String(cause.code) : error.message);
}

export async function readData<T>(response: Response): Promise<T> {
  const answer = (await response.json()) as { readonly data: T };
  return answer.data;
}

export const readBytes = async (response: Response): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await response.arrayBuffer());

/** Adds a key to a call that makes something, so that a retry makes nothing twice. */
export const withKey = (options: CreateOptions) => ({
  ...options,
  idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
});

interface AnyCall extends CreateOptions {
  readonly path?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function toRequest(method: Method, path: string, call: AnyCall): HttpRequest {
  const { path: parameters, query, body, headers, ...options } = call;
  const target = toTarget(path, parameters, query);
  if (body === undefined) return { method, target, ...options, ...(headers ? { headers } : {}) };
  return {
    method,
    target,
    ...options,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** @param path such as `/v1/files/{fileId}` */
export function toTarget(path: string, parameters: object = {}, query: object = {}): string {
  let filled = path;
  for (const [name, value] of Object.entries(parameters)) {
    filled = filled.replace(`{${name}}`, () => encodeURIComponent(String(value)));
  }
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? filled : `${filled}?${text}`;
}
