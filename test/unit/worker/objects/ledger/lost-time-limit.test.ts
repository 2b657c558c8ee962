import { expect, test } from 'vitest';
import { limitedUntil } from '../../../../../worker/objects/ledger/admission/lost-time-limit.ts';

const NOON = Date.parse('2040-11-20T12:00:00Z');
const SECOND_MS = 1_000;
const FORGOTTEN_AFTER_MS = 300 * SECOND_MS;

/** Newest first, a second apart. */
const prints = (count: number, pageMs: number) =>
  Array.from({ length: count }, (_, index) => ({ endedAt: NOON - index * SECOND_MS, pageMs }));

test.each([
  ['no print', 0, 0],
  ['two prints that ran long', 2, 120 * SECOND_MS],
  ['three that hung up early', 3, 9 * SECOND_MS],
])('%s limits nothing', (_name, count, pageMs) => {
  expect(limitedUntil(prints(count, pageMs))).toBeNull();
});

test('three prints that ran into their limit do, until the oldest of them is forgotten', () => {
  expect(limitedUntil(prints(3, 15 * SECOND_MS))).toBe(NOON - 2 * SECOND_MS + FORGOTTEN_AFTER_MS);
});

test('many short prints do too', () => {
  expect(limitedUntil(prints(7, 4.9 * SECOND_MS))).toBe(NOON - 6 * SECOND_MS + FORGOTTEN_AFTER_MS);
});

test('while more such prints come, the limit goes on: the newest ones decide', () => {
  const older = prints(3, 15 * SECOND_MS).map(({ endedAt, pageMs }) => ({
    endedAt: endedAt - 60_000,
    pageMs,
  }));
  expect(limitedUntil([...prints(3, 15 * SECOND_MS), ...older])).toBe(
    NOON - 2 * SECOND_MS + FORGOTTEN_AFTER_MS,
  );
});
