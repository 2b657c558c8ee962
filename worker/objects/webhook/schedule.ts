const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** From the end of an attempt to the next one. Source: Standard Webhooks 1.0, "Deliverability and reliability". */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** The first one is made at once. */
export const MAX_ATTEMPTS = DELAYS_MS.length + 1;

/** The deliveries of a receiver that was down must not all come back in the same second. */
const JITTER = 0.1;

const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

interface AttemptEnd {
  /** Attempts that were made. */
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly endedAt: number;
  /** The receiver asked for this with `Retry-After`. */
  readonly retryAfterMs: number | null;
}

/** Returns null after the last attempt. `Retry-After` can delay the next attempt and cannot make it earlier. */
export function nextAttemptAt(
  { attempts, endedAt, retryAfterMs }: AttemptEnd,
  random: () => number,
): number | null {
  const delayMs = DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return null;
  const jitteredMs = delayMs * (1 - JITTER + 2 * JITTER * random());
  const askedMs = Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  return endedAt + Math.round(Math.max(jitteredMs, askedMs));
}

/** Reads seconds or a date (RFC 9110, 10.2.3). It is null if there is neither. */
export function readRetryAfter(header: string | null, now: number): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND_MS;
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
