import { env } from 'cloudflare:workers';

/**
 * By how much the service's clock runs ahead: at first as it was started. The Worker and its Durable Objects share this
 * isolate.
 */
let aheadMs = Number((env as { readonly CLOCK_AHEAD_MS?: string }).CLOCK_AHEAD_MS ?? 0);

export const moveClock = (nowAheadMs: number): void => {
  aheadMs = nowAheadMs;
};

export const clockAheadMs = (): number => aheadMs;

export const readClock = (): number => Date.now() + aheadMs;
