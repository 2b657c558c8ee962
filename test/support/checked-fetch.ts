import type { Answer } from './answer.ts';
import { expectDescribed } from './api-description.ts';
import { withAddress } from './client-address.ts';

const SHORT_CHARACTERS = 30_000;

/** Returns whether the service may answer before it has read all of the body. */
const mayBeUnread = (body: RequestInit['body']): boolean =>
  body !== undefined && body !== null && (typeof body !== 'string' || body.length > SHORT_CHARACTERS);

/**
 * Sends a request from a client address of its own, unless it has one, and checks the API's answers against its OpenAPI
 * document. Acceptance tests use only this function: the linter forbids `fetch` there.
 */
export async function exchange(input: Request | URL | string, init: RequestInit = {}): Promise<Answer> {
  const isRequest = input instanceof Request;
  const headers = withAddress(init.headers ?? (isRequest ? input.headers : {}));
  // workerd closes a connection after such an answer. A request that was just sent on the same connection would fail.
  if (mayBeUnread(init.body)) headers.set('Connection', 'close');
  const response = await fetch(input, { ...init, headers });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const answer = {
    status: response.status,
    headers: response.headers,
    bytes,
    text: new TextDecoder().decode(bytes),
  };
  const method = init.method ?? (isRequest ? input.method : 'GET');
  const { pathname } = new URL(isRequest ? input.url : input);
  if (pathname.startsWith('/v1/') && method !== 'OPTIONS') await expectDescribed(method, pathname, answer);
  return answer;
}

/** `exchange` with the signature of `fetch`. */
export async function checkedFetch(input: Request | URL | string, init?: RequestInit): Promise<Response> {
  const { status, headers, bytes } = await exchange(input, init);
  return new Response(bytes.length === 0 ? null : bytes.slice(), { status, headers });
}
