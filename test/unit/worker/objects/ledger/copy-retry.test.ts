import { expect, test } from 'vitest';
import { nextCopyAttempt } from '../../../../../worker/objects/ledger/files/copy-retry.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const CREATED_AT = Date.parse('2040-11-20T12:00:00Z');

const failed = (attempts: number, retryable = true) => ({ attempts, retryable, createdAt: CREATED_AT });

const waitAfter = (attempts: number, retryable = true) =>
  ((nextCopyAttempt(failed(attempts, retryable), CREATED_AT) ?? 0) - CREATED_AT) / SECOND_MS;

test('a copy is tried at growing intervals, up to an hour', () => {
  const waits = Array.from({ length: 10 }, (_, index) => waitAfter(index + 2));
  expect(waits).toEqual([30, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
});

test('it is tried less often if the store must be fixed first', () => {
  expect([3, 7, 8, 20].map((attempts) => waitAfter(attempts, false))).toEqual([600, 600, 960, 3_600]);
});

test('it is not tried later than a day after the file was made', () => {
  const lastTry = CREATED_AT + 23 * HOUR_MS;
  expect(nextCopyAttempt(failed(20), lastTry)).toBe(CREATED_AT + 24 * HOUR_MS);
  expect(nextCopyAttempt(failed(20), lastTry + 1)).toBeNull();
});
