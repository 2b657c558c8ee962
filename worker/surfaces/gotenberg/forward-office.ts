import { ApiError } from '../../lib/api-error.ts';
import type { AppContext } from '../http/context.ts';
import { traceOf } from './enter.ts';

/** These belong to this service or to the connection. */
const OWN_HEADERS = ['authorization', 'x-api-key', 'cookie', 'host', 'connection', 'content-length'];

/**
 * Platen converts no office documents. If the operator has named a Gotenberg, the request goes on to it, without the key. Its address is the
 * operator's own, so the guard of addresses that strangers choose does not apply.
 */
export async function forwardOffice(c: AppContext): Promise<Response> {
  const { GOTENBERG_URL } = c.get('services').variables;
  if (GOTENBERG_URL === undefined)
    throw new ApiError('NOT_FOUND', {
      message:
        'Platen converts no office documents. The operator can set GOTENBERG_URL to a Gotenberg that does.',
    });
  if (c.req.header('Gotenberg-Webhook-Url') !== undefined)
    throw new ApiError('VALIDATION_ERROR', { message: 'Webhooks are not supported for office documents.' });
  const { pathname } = new URL(c.req.url);
  const headers = new Headers(c.req.raw.headers);
  for (const name of OWN_HEADERS) headers.delete(name);
  headers.set('Gotenberg-Trace', traceOf(c));
  try {
    const answer = await fetch(new URL(pathname, GOTENBERG_URL), {
      method: 'POST',
      headers,
      body: c.req.raw.body,
      redirect: 'manual',
      signal: c.req.raw.signal,
    });
    return new Response(answer.body, answer);
  } catch (cause) {
    throw new ApiError('SERVICE_BUSY', { values: { wait: 'a moment' }, cause });
  }
}
