import { createMiddleware } from 'hono/factory';
import { ApiError } from '../../../lib/api-error.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * `SameSite=Lax` is not enough: a sibling host is the same site, so its requests have the cookie.
 * A client that sends neither header is not a browser, and sends no cookie by itself.
 *
 * @throws {ApiError} `ORIGIN_REFUSED`
 */
export const refuseOtherOrigins = createMiddleware<AppEnv>(async (c, next) => {
  if (!READING.has(c.req.method) && !isSameOrigin(c)) throw new ApiError('ORIGIN_REFUSED');
  await next();
});

function isSameOrigin(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  if (origin !== undefined) return origin === readOrigin(c);
  const site = c.req.header('Sec-Fetch-Site');
  return site === undefined || site === 'same-origin' || site === 'none';
}
