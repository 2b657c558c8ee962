import { createMiddleware } from 'hono/factory';
import { rateLimited } from '../../api-error.ts';
import type { AppEnv } from '../../http/context.ts';
import { memberCtx } from './in-workspace.ts';

/** An editor prints a preview after each pause in typing, at most once a second; two editors may be open. */
const PREVIEWS_PER_MINUTE = 120;

/** Enough to correct one's settings. Each test sends four requests to a host that the person chose. */
const TARGET_TESTS_PER_MINUTE = 10;

/**
 * For actions that use no credit. They do not count against the workspace's keys.
 *
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`
 */
const limitPerson = (what: string, perMinute: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { services, actor } = memberCtx(c);
    const { allowed, retryAfterSeconds } = await services
      .rateLimiter(`${what} of ${actor.id}`)
      .count(perMinute);
    if (!allowed) throw rateLimited(retryAfterSeconds);
    await next();
  });

export const limitPreviews = limitPerson('previews', PREVIEWS_PER_MINUTE);

/** Saving a target tests it too. */
export const limitTargetTests = limitPerson('trials', TARGET_TESTS_PER_MINUTE);
