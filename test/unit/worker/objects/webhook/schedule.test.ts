import { describe, expect, test } from 'vitest';
import {
  MAX_ATTEMPTS,
  nextAttemptAt,
  readRetryAfter,
} from '../../../../../worker/objects/webhook/schedule.ts';

const HOUR_MS = 3_600_000;

/** The delay before the next attempt, without jitter. */
const delayAfter = (attempts: number, retryAfterMs: number | null = null, random = 0.5): number | null =>
  nextAttemptAt({ attempts, endedAt: 0, retryAfterMs }, () => random);

describe('the schedule of a delivery', () => {
  test('has ten attempts over three days', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => delayAfter(index + 1));
    const [seconds, minutes, hours] = [1_000, 60_000, HOUR_MS];
    expect(delays).toEqual([
      5 * seconds,
      5 * minutes,
      30 * minutes,
      2 * hours,
      5 * hours,
      10 * hours,
      14 * hours,
      20 * hours,
      24 * hours,
      null,
    ]);
    const days = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0) / (24 * hours);
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(3.2);
  });

  test('varies each delay by a tenth', () => {
    expect(delayAfter(1, null, 0)).toBe(4_500);
    expect(delayAfter(1, null, 1)).toBe(5_500);
    const drawn = Array.from({ length: 200 }, () =>
      nextAttemptAt({ attempts: 4, endedAt: 0, retryAfterMs: null }, Math.random),
    );
    expect(drawn.every((delay) => delay !== null && delay >= 1.8 * HOUR_MS && delay <= 2.2 * HOUR_MS)).toBe(
      true,
    );
    expect(new Set(drawn).size).toBeGreaterThan(100);
  });

  test('waits as long as the receiver asks, at most a day, and never less than planned', () => {
    expect(delayAfter(1, 90_000)).toBe(90_000);
    expect(delayAfter(3, 1_000)).toBe(30 * 60_000);
    expect(delayAfter(1, 400 * 24 * HOUR_MS)).toBe(24 * HOUR_MS);
    expect(delayAfter(10, 90_000)).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');

  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('%j is read', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected);
  });

  test.each([null, '', '-5', '1e9', '99999999999', 'soon', '2026-11-21', 'Sat, never'])(
    '%j is ignored',
    (header) => {
      expect(readRetryAfter(header, now)).toBeNull();
    },
  );
});
