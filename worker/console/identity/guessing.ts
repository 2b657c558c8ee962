import { ApiError } from '../../api-error.ts';
import type { AppContext } from '../../http/context.ts';
import { sha256Hex } from '../../sha256.ts';
import { tooManyAttempts } from './ask-auth.ts';

/** Wrong passwords for one account: whoever has many addresses gets no more of them. */
const MAX_WRONG_GUESSES = 10;
const WINDOW_MS = 15 * 60_000;

/**
 * Tries a password, unless too many wrong ones were tried for the account before, from whatever addresses.
 * Whether there is such an account is not looked at. An attempt counts from before its password is
 * checked, so that those made at the same time are not all let through, until it turns out to be no guess.
 *
 * @param email of the account, in the one way that it is written
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`, and what the attempt throws
 */
export async function guessing<Result>(
  c: AppContext,
  email: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const limiter = c.var.services.rateLimiter(`sign-ins to ${await sha256Hex(email)}`);
  const { allowed, retryAfterSeconds } = await limiter.count(MAX_WRONG_GUESSES, WINDOW_MS);
  if (!allowed) throw tooManyAttempts(retryAfterSeconds);
  let wrong = false;
  try {
    return await attempt();
  } catch (error) {
    wrong = error instanceof ApiError && error.code === 'INVALID_CREDENTIALS';
    throw error;
  } finally {
    if (!wrong) await limiter.takeBack();
  }
}
