import { type AnsweredCode, ApiError } from '../../../lib/api-error.ts';
import { clientAddress, countedAddress } from '../../http/client-address.ts';
import type { AppContext } from '../../http/context.ts';
import type { RateLimiterCalls } from '../../../objects/rate-limit/protocol.ts';
import { sha256Hex } from '../../../lib/sha256.ts';
import { tooManyAttempts } from './ask-auth.ts';

/** For one account, from one client address. */
const MAX_FAILURES = 10;

/**
 * For one account, from all client addresses together. It must be large: anyone who knows an email address can reach
 * it, and the owner cannot sign in with the password until the window ends.
 */
const MAX_FAILURES_OF_ACCOUNT = 500;

const WINDOW_MS = 15 * 60_000;

/**
 * For all invitations of one workspace, because its members create invitations. A newcomer who has an account already needs
 * one attempt. Without a limit, a member could find out which email addresses have accounts.
 */
const MAX_TAKEN_ADDRESSES = 20;

/** @throws {ApiError} `RATE_LIMIT_EXCEEDED`, and the errors of the attempt */
export const limitTakenAddresses = <Result>(
  c: AppContext,
  workspaceId: string,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  const limiter = c.get('services').rateLimiter(`taken addresses, guests of ${workspaceId}`);
  return limitFailures(c, limiter, { limit: MAX_TAKEN_ADDRESSES, counted: 'EMAIL_TAKEN' }, attempt);
};

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
  const services = c.get('services');
  const account = `sign-ins to ${await sha256Hex(email)}`;
  const counted = 'INVALID_CREDENTIALS';
  const ofAccount = () =>
    limitFailures(c, services.rateLimiter(account), { limit: MAX_FAILURES_OF_ACCOUNT, counted }, attempt);
  // Without addresses, everybody would share this limit, and a stranger would keep the owner out.
  if (clientAddress(c) === null) return ofAccount();
  // The address comes first, so one address adds at most its own limit to the count of the account.
  const fromAddress = services.rateLimiter(`${account} from ${countedAddress(c)}`);
  return limitFailures(c, fromAddress, { limit: MAX_FAILURES, counted }, ofAccount);
}

async function limitFailures<Result>(
  c: AppContext,
  limiter: DurableObjectStub<RateLimiterCalls>,
  { limit, counted }: { readonly limit: number; readonly counted: AnsweredCode },
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { allowed, rate, retryAfterSeconds } = await limiter.count(limit, WINDOW_MS);
  if (!allowed) throw tooManyAttempts(c, rate, retryAfterSeconds);
  let wrong = false;
  try {
    return await attempt();
  } catch (error) {
    wrong = error instanceof ApiError && error.code === counted;
    throw error;
  } finally {
    if (!wrong) await limiter.uncount();
  }
}
