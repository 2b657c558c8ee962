import { expect, test } from 'vitest';
import { UNLIMITED } from '../../../../../schema/plans.ts';
import {
  countInWindow,
  openWindow,
  toRateState,
} from '../../../../../worker/objects/rate-limit/rate-window.ts';

const NOON = Date.parse('2040-11-20T12:00:00Z');

test('a window opens with its first request', () => {
  expect(countInWindow(null, 60, NOON)).toEqual({
    window: { startedAt: NOON, count: 1 },
    allowed: true,
    rate: { limit: 60, remaining: 59, resetAt: NOON / 1_000 + 60 },
    retryAfterSeconds: 60,
  });
});

test('a request past the limit is refused and not counted, with the seconds until the window ends', () => {
  const full = { startedAt: NOON, count: 60 };
  expect(countInWindow(full, 60, NOON + 44_500)).toMatchObject({
    window: full,
    allowed: false,
    rate: { remaining: 0 },
    retryAfterSeconds: 16,
  });
  expect(countInWindow(full, 60, NOON + 59_999).retryAfterSeconds).toBe(1);
});

test('a window that has ended is followed by a new one', () => {
  const full = { startedAt: NOON, count: 60 };
  const next = NOON + 60_000;
  expect(openWindow(full, next - 1)).toBe(full);
  expect(countInWindow(full, 60, next)).toMatchObject({
    window: { startedAt: next, count: 1 },
    allowed: true,
    rate: { remaining: 59 },
  });
});

test('a limit that was lowered leaves nothing, and never less', () => {
  expect(toRateState({ startedAt: NOON, count: 100 }, 60).remaining).toBe(0);
});

test('an unlimited plan is the largest number', () => {
  expect(countInWindow(null, UNLIMITED, NOON).rate).toMatchObject({ limit: UNLIMITED, remaining: UNLIMITED });
});

test('a window may have another length', () => {
  const { rate, retryAfterSeconds } = countInWindow(null, 10, NOON, 15 * 60_000);
  expect({ resetAt: rate.resetAt, retryAfterSeconds }).toEqual({
    resetAt: NOON / 1_000 + 900,
    retryAfterSeconds: 900,
  });
});
