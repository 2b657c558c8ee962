import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../http/context.ts';
import { refusalError } from '../../ledger/refusal-error.ts';
import { memberOf } from './in-workspace.ts';

/** An editor prints once a typist pauses, about once a second at most; two of them may be open. */
const PREVIEWS_PER_MINUTE = 120;

/**
 * Previews spend no credit, so a person is held to a rate of their own: what they print does not count
 * against the workspace's keys.
 *
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`
 */
export const limitPreviews = createMiddleware<AppEnv>(async (c, next) => {
  const { person } = memberOf(c);
  const limiter = c.var.services.addressLimiter(`previews of ${person.id}`);
  const { allowed, retryAfterSeconds } = await limiter.count(PREVIEWS_PER_MINUTE);
  if (!allowed) throw refusalError({ refusal: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds });
  await next();
});
