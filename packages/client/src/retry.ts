import { PlatenConnectionError, PlatenError } from './errors.ts';

/** The service was busy, or the key sent too many requests. Nothing was done. */
const REFUSED_FOR_NOW: readonly number[] = [429, 503];

const FIRST_WAIT_MS = 1_000;

/**
 * Returns the wait before the next attempt. Returns null if the request would fail again, or if the service could do it twice.
 * @param isRepeatable the request has the same effect if the service gets it twice
 * @param attempt the number of the attempt that failed, from 1
 */
export function waitBeforeRetry(error: unknown, isRepeatable: boolean, attempt: number): number | null {
  if (error instanceof PlatenConnectionError) return isRepeatable ? backOff(attempt) : null;
  if (!(error instanceof PlatenError) || !REFUSED_FOR_NOW.includes(error.status)) return null;
  return error.retryAfterSeconds === null ? backOff(attempt) : error.retryAfterSeconds * 1_000;
}

/** Returns a wait that doubles with each attempt. It is random, so that clients that failed together do not retry together. */
const backOff = (attempt: number): number => FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.8 + 0.4 * Math.random());
