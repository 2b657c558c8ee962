import { createMiddleware } from 'hono/factory';
import { ApiError } from '../../api-error.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends the cookie also with what another site's page submits, where `SameSite=Lax` does not
 * stop it (a sibling host is the same site). So a change is refused unless it comes from the dashboard's
 * own origin, whatever its content type. A client that names neither header is no browser, and has no
 * cookie that it was not given.
 *
 * @throws {ApiError} `ORIGIN_REFUSED`
 */
export const refuseOtherOrigins = createMiddleware<AppEnv>(async (c, next) => {
  if (!READING.has(c.req.method) && !isOwn(c)) {
    throw new ApiError('ORIGIN_REFUSED', 'Changes are only made from the dashboard itself.');
  }
  await next();
});

function isOwn(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  if (origin !== undefined) return origin === new URL(c.req.url).origin || origin === originOf(c);
  const site = c.req.header('Sec-Fetch-Site');
  return site === undefined || site === 'same-origin' || site === 'none';
}
