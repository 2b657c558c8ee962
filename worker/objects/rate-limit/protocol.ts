import type { RateState } from './rate-window.ts';

export interface RateCount {
  readonly allowed: boolean;
  readonly rate: RateState;
  readonly retryAfterSeconds: number;
}

/** The calls of a rate limiter. */
export interface RateLimiterCalls extends Rpc.DurableObjectBranded {
  /** @param windowMs default: a minute */
  count(limit: number, windowMs?: number): Promise<RateCount>;
  /** Takes back what one call of `count` has counted. */
  uncount(): Promise<void>;
}
