import { ApiError } from '../../api-error.ts';
import type { AppContext } from '../../http/context.ts';
import { sha256Hex } from '../../sha256.ts';
import { tooManyAttempts } from './ask-auth.ts';

/** For one account, from all client addresses together. */
const MAX_FAILURES = 10;
const WINDOW_MS = 15 * 60_000;

/**
 * Counts an attempt before its password is checked, so that parallel attempts are limited too.
 * If the password was right, the attempt is uncounted. Accounts that do not exist are counted the same way.
 *
 * @param email of the account, in lower case
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`, and the errors of the attempt
 */
export async function limitFailedSignIns<Result>(
  c: AppContext,
  email: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const limiter = c.var.services.rateLimiter(`sign-ins to ${await sha256Hex(email)}`);
  const { allowed, retryAfterSeconds } = await limiter.count(MAX_FAILURES, WINDOW_MS);
  if (!allowed) throw tooManyAttempts(retryAfterSeconds);
  let wrong = false;
  try {
    return await attempt();
  } catch (error) {
    wrong = error instanceof ApiError && error.code === 'INVALID_CREDENTIALS';
    throw error;
  } finally {
    if (!wrong) await limiter.uncount();
  }
}
