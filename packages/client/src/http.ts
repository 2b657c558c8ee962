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

/** What an operation of the API takes. */
export type Call<M extends Method, P extends keyof paths> = PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>> &
  CreateOptions & { readonly headers?: Readonly<Record<string, string>> };

export interface HttpRequest extends CreateOptions {
  readonly method: Method;
  /** The path with its query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** It can be sent again. */
  readonly body?: string | Blob | Uint8Array<ArrayBuffer>;
}

export interface HttpOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Sends requests, again if the service is busy. */
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

  /** @param read gets the answer that is no error. The time of the call includes what it awaits. */
  async send<T>(request: HttpRequest, read: (response: Response) => T | Promise<T>): Promise<T> {
    const { timeoutMs } = this.#options;
    const deadline = new Deadline(timeoutMs, request.signal);
    try {
      return await read(await this.#attempts(request, deadline));
    } catch (error) {
      if (!deadline.isOver) throw error;
      throw new PlatenTimeoutError(`There was no answer within ${timeoutMs} ms.`, { cause: error });
    } finally {
      deadline.clear();
    }
  }

  async #attempts(request: HttpRequest, deadline: Deadline): Promise<Response> {
    const isRepeatable = request.method === 'get' || request.idempotencyKey !== undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(request, deadline.signal);
      } catch (error) {
        const isLast = attempt >= this.#options.maxAttempts;
        const waitMs = isLast ? null : waitBeforeRetry(error, isRepeatable, attempt);
        if (waitMs === null || waitMs >= deadline.leftMs) throw error;
        await pause(waitMs, deadline.signal);
      }
    }
  }

  async #attempt(
    { method, target, headers, body, idempotencyKey }: HttpRequest,
    signal: AbortSignal,
  ): Promise<Response> {
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
    const response = await fetch(request).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new PlatenConnectionError('The service did not answer.', { cause });
    });
    if (!response.ok) throw await PlatenError.from(response);
    return response;
  }
}

/** For a call that makes something: a key, so that a retry makes nothing twice. */
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
