import createClient, { type Middleware } from 'openapi-fetch';
import { decodeWarnings, type Warning, WARNINGS_HEADER } from '../../schema/warnings-header.ts';
import type { paths } from './console-api.ts';
import { RequestError, toRequestError } from './request-error.ts';

let handleSignedOut = (): void => {};

/** Sets what happens when a response says that nobody is signed in. */
export function onSignedOut(listener: () => void): void {
  handleSignedOut = listener;
}

const throwRequestErrors: Middleware = {
  onError: ({ request, error }) => {
    if (request.signal.aborted) return undefined;
    const message = 'Platen could not be reached. Check your connection and try again.';
    return new RequestError({ status: 0, code: 'UNREACHABLE', message }, { cause: error });
  },
  onResponse: async ({ response }) => {
    if (response.ok) return;
    const error = toRequestError(response, await response.json().catch(() => null));
    if (error.code === 'NOT_SIGNED_IN') handleSignedOut();
    throw error;
  },
};

/** The routes below `/console`. Every call rejects with a {@link RequestError} if the request fails. */
export const consoleApi = createClient<paths>({ credentials: 'same-origin' });
consoleApi.use(throwRequestErrors);

/** `data` is missing only for errors, and the middleware throws them. */
type Call<Body> = Promise<{ readonly data?: Body }>;

async function readBody<Body>(call: Call<Body>): Promise<Body> {
  const { data } = await call;
  if (data === undefined) throw new TypeError('The response has no body.');
  return data;
}

export async function readData<Data>(call: Call<{ readonly data: Data }>): Promise<Data> {
  return (await readBody(call)).data;
}

export interface Tagged {
  /** The `ETag` of the response: names the state that was read. */
  readonly etag: string;
}

/** As {@link readData}, for what can be changed with `If-Match`. */
export async function readTagged<Data extends object>(
  call: Promise<{ readonly data?: { readonly data: Data }; readonly response: Response }>,
): Promise<Data & Tagged> {
  const { response } = await call;
  return { ...(await readData(call)), etag: response.headers.get('ETag') ?? '' };
}

export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
}

export async function readPage<Item>(call: Call<ListPage<Item>>): Promise<ListPage<Item>> {
  const { data, nextCursor } = await readBody(call);
  return { data, nextCursor };
}

export interface PrintedPreview {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly warnings: readonly Warning[];
}

/** The call needs `parseAs: 'arrayBuffer'`. */
export async function readPreview(
  call: Promise<{ readonly data?: ArrayBuffer; readonly response: Response }>,
): Promise<PrintedPreview> {
  const { response } = await call;
  const warnings = decodeWarnings(response.headers.get(WARNINGS_HEADER));
  return { bytes: new Uint8Array(await readBody(call)), warnings };
}
