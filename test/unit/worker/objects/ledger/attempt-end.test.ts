import { expect, test } from 'vitest';
import { foundNoPage, retryWaitMs, toJobError } from '../../../../../worker/objects/ledger/attempt-end.ts';
import type { ReleaseReason } from '../../../../../worker/objects/ledger/protocol.ts';

const ended = (errorCode: ReleaseReason['errorCode'], pageMs = 0): ReleaseReason => ({ errorCode, pageMs });

test('an attempt that may succeed later is repeated after a growing wait, and the fifth one is the last', () => {
  const waits = [1, 2, 3, 4, 5].map((attempts) => retryWaitMs(attempts, ended('SERVICE_BUSY')));
  expect(waits).toEqual([5_000, 30_000, 120_000, 600_000, null]);
});

test.each([
  ['TEMPLATE_COMPILATION_ERROR', 0, false],
  ['FILE_TOO_LARGE', 400, false],
  ['REQUEST_TIMEOUT', 14_000, false],
  ['REQUEST_TIMEOUT', 0, true],
  ['PDF_GENERATION_FAILED', 400, true],
  ['PRINTS_LIMITED', 0, true],
  ['INTERNAL_ERROR', 0, true],
  [null, 5_000, true],
] as const)('%s after %i ms on a page is repeated: %s', (code, pageMs, isRepeated) => {
  expect(retryWaitMs(1, ended(code, pageMs)) !== null).toBe(isRepeated);
});

test('an attempt that did not report its end is repeated', () => {
  expect(retryWaitMs(1, null)).toBe(5_000);
  expect(toJobError(null)).toMatchObject({ code: 'PDF_GENERATION_FAILED', details: [] });
});

test.each([
  ['SERVICE_BUSY', 0, true],
  ['REQUEST_TIMEOUT', 0, true],
  ['REQUEST_TIMEOUT', 1, false],
  ['PDF_GENERATION_FAILED', 0, false],
] as const)('%s after %i ms on a page found no page: %s', (code, pageMs, foundNone) => {
  expect(foundNoPage(ended(code, pageMs))).toBe(foundNone);
});

test('an error keeps at most 20 details of 1,000 characters', () => {
  const details = Array.from({ length: 50 }, () => 'x'.repeat(5_000));
  const error = toJobError({
    ...ended('VALIDATION_ERROR'),
    problem: { message: 'y'.repeat(5_000), details },
  });
  expect(error.message).toHaveLength(1_000);
  expect(error.details.map((detail) => detail.length)).toEqual(Array(20).fill(1_000));
});
