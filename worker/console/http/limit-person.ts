import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../http/context.ts';
import { refusalError } from '../../ledger/refusal-error.ts';
import { memberOf } from './in-workspace.ts';

/** An editor prints once a typist pauses, about once a second at most; two of them may be open. */
const PREVIEWS_PER_MINUTE = 120;

/** Somebody who mends what the store complained of; each is four requests to a host that they chose. */
const TRIALS_PER_MINUTE = 10;

/**
 * Holds a person to a rate of their own for what spends no credit: it does not count against the
 * workspace's keys.
 *
 * @param what they do, as the counter's name has it
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`
 */
const limitPerson = (what: string, perMinute: number) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const { person } = memberOf(c);
    const limiter = c.var.services.rateLimiter(`${what} of ${person.id}`);
    const { allowed, retryAfterSeconds } = await limiter.count(perMinute);
    if (!allowed) throw refusalError({ refusal: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds });
    await next();
  });

export const limitPreviews = limitPerson('previews', PREVIEWS_PER_MINUTE);

/** Saving a target tries it out as well, so it is one of these. */
export const limitTrials = limitPerson('trials', TRIALS_PER_MINUTE);
