import { RATE_WINDOW_MS, UNLIMITED } from '../../../schema/plans.ts';

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetAt: number;
}

/** A window starts with its first request (contract 4.2). */
export interface RateWindow {
  readonly startedAt: number;
  readonly count: number;
}

export interface Counted {
  readonly window: RateWindow;
  readonly allowed: boolean;
  readonly rate: RateState;
  /** At least 1. */
  readonly retryAfterSeconds: number;
}

export function countInWindow(
  previous: RateWindow | null,
  limit: number,
  now: number,
  windowMs: number = RATE_WINDOW_MS,
): Counted {
  const { startedAt, count: before } = openWindow(previous, now, windowMs);
  const allowed = before < limit;
  const count = allowed ? before + 1 : before;
  const window = { startedAt, count };
  return {
    window,
    allowed,
    rate: toRateState(window, limit, windowMs),
    retryAfterSeconds: Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000)),
  };
}

/** The previous window, or a new one if it has ended. */
export const openWindow = (
  previous: RateWindow | null,
  now: number,
  windowMs: number = RATE_WINDOW_MS,
): RateWindow =>
  previous !== null && now < previous.startedAt + windowMs ? previous : { startedAt: now, count: 0 };

/** The headers show this of a window. It counts no request. */
export const toRateState = (
  { startedAt, count }: RateWindow,
  limit: number,
  windowMs: number = RATE_WINDOW_MS,
): RateState => ({
  limit,
  remaining: limit === UNLIMITED ? UNLIMITED : Math.max(0, limit - count),
  resetAt: Math.ceil((startedAt + windowMs) / 1000),
});
