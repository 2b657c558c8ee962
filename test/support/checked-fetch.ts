import type { Answer } from './answer.ts';
import { expectDescribed } from './api-description.ts';

/**
 * Sends a request and checks the API's answers against its OpenAPI document. Acceptance tests use only this function:
 * the linter forbids `fetch` there.
 */
export async function exchange(input: Request | URL | string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(input, init);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  const answer = { status, headers, bytes, text: new TextDecoder().decode(bytes) };
  const isRequest = input instanceof Request;
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
