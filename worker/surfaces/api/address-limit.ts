import { PLANS, RATE_WINDOW_MS } from '../../../schema/plans.ts';
import { rateLimited } from '../../lib/api-error.ts';
import { countedAddress } from '../http/client-address.ts';
import type { AppContext } from '../http/context.ts';
import type { RateCount } from '../../objects/rate-limit/protocol.ts';
import { RecentNames } from './recent-names.ts';

/** Addresses that presented an unknown key. */
const guessers = new RecentNames();

/** Counts a request without a known key (contract 4.2). */
export function countAddress(c: AppContext): Promise<RateCount> {
  const services = c.get('services');
  return services.rateLimiter(countedAddress(c)).count(PLANS.free.requestsPerMinute);
}

export function noteGuess(c: AppContext): void {
  guessers.add(countedAddress(c), c.get('services').now() + RATE_WINDOW_MS);
}

/**
 * Calls `lookUp` in the database. If the address presented an unknown key lately, counts first, so that an address past
 * its limit reaches no database.
 *
 * @throws {ApiError} `RATE_LIMIT_EXCEEDED`
 */
export async function lookUpLimited<Found>(
  c: AppContext,
  lookUp: () => Promise<Found | null>,
): Promise<Found | null> {
  const { services, count } = c.var;
  const address = countedAddress(c);
  if (!guessers.has(address, services.now())) return lookUp();
  const { allowed, rate, retryAfterSeconds } = await countAddress(c);
  if (!allowed) {
    count.counted(rate, 'RATE_LIMIT_EXCEEDED');
    throw rateLimited(retryAfterSeconds);
  }
  const found = await lookUp();
  // A request with a known key counts for its workspace instead.
  if (found !== null) c.executionCtx.waitUntil(services.rateLimiter(address).uncount());
  else count.counted(rate, 'INVALID_API_KEY');
  return found;
}
