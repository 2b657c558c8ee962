import { PlatenConnectionError, PlatenError } from './errors.ts';

/** The service was busy, or the key sent too many requests. Nothing was done. */
const REFUSED_FOR_NOW: readonly number[] = [429, 503];

const FIRST_WAIT_MS = 1_000;

/**
 * How long to wait before the next attempt. Null: the same request would fail again, or could be done twice.
 * @param isRepeatable the request has the same effect if the service gets it twice
 * @param attempt the number of the attempt that failed, from 1
 */
export function waitBeforeRetry(error: unknown, isRepeatable: boolean, attempt: number): number | null {
  if (error instanceof PlatenConnectionError) return isRepeatable ? backOff(attempt) : null;
  if (!(error instanceof PlatenError) || !REFUSED_FOR_NOW.includes(error.status)) return null;
  return error.retryAfterSeconds === null ? backOff(attempt) : error.retryAfterSeconds * 1_000;
}

/** Doubles with each attempt. Clients that failed together do not come back together. */
const backOff = (attempt: number): number => FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.8 + 0.4 * Math.random());
