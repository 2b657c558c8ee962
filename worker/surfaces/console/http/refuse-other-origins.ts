import { createMiddleware } from 'hono/factory';
import { ApiError } from '../../../lib/api-error.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * `SameSite=Lax` is not enough: a sibling host is the same site, so its requests have the cookie.
 * A change says where it comes from: every browser sends one of the two headers with it. Keys and tokens are for programs, and not for these routes.
 *
 * @throws {ApiError} `ORIGIN_REFUSED`
 */
export const refuseOtherOrigins = createMiddleware<AppEnv>(async (c, next) => {
  if (!READING.has(c.req.method) && !isSameOrigin(c)) throw new ApiError('ORIGIN_REFUSED');
  await next();
});

function isSameOrigin(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  return origin === undefined ? c.req.header('Sec-Fetch-Site') === 'same-origin' : origin === readOrigin(c);
}
