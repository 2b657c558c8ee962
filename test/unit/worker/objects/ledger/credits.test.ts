import { expect, test } from 'vitest';
import {
  accountOf,
  creditLevelOf,
  inMonth,
  remainingOf,
  secondsToNextMonth,
  spendOne,
} from '../../../../../worker/objects/ledger/admission/credits.ts';

const QUOTA = 100;

const balance = (quotaUsed: number, credits = 0, month = '2040-11') => ({ month, quotaUsed, credits });

test('the quota of the month is spent first, and then credits that were bought', () => {
  const first = spendOne(balance(99, 2), QUOTA);
  expect(first).toEqual(balance(100, 2));
  expect(spendOne(first, QUOTA)).toEqual(balance(100, 1));
});

test('a file that was reserved under a larger quota is counted when nothing is left', () => {
  expect(spendOne(balance(100), QUOTA)).toEqual(balance(101));
  expect(remainingOf(balance(101), QUOTA)).toBe(0);
});

test('what remains is the rest of the quota and the credits that were bought', () => {
  expect(accountOf(balance(40, 7), QUOTA)).toEqual({
    remaining: 67,
    quotaUsed: 40,
    quotaLimit: 100,
    credits: 7,
  });
});

test('a new month has an unused quota, and credits that were bought remain', () => {
  const used = balance(100, 3);
  expect(inMonth(used, Date.parse('2040-11-30T23:59:59.999Z'))).toEqual(used);
  expect(inMonth(used, Date.parse('2040-12-01T00:00:00Z'))).toEqual(balance(0, 3, '2040-12'));
});

test.each([
  ['2040-11-20T12:00:00Z', '2040-12-01T00:00:00Z'],
  ['2040-12-31T23:59:59Z', '2041-01-01T00:00:00Z'],
  ['2040-12-01T00:00:00Z', '2041-01-01T00:00:00Z'],
])('at %s the next month starts at %s', (now, start) => {
  expect(secondsToNextMonth(Date.parse(now))).toBe((Date.parse(start) - Date.parse(now)) / 1000);
});

test('less than a second before the month ends is a second', () => {
  expect(secondsToNextMonth(Date.parse('2040-11-30T23:59:59.999Z'))).toBe(1);
});

test.each([
  ['more than a tenth of the quota', balance(89), 0],
  ['a tenth', balance(90), 1],
  ['one credit', balance(99), 1],
  ['nothing', balance(100), 2],
  ['nothing of the quota, and a tenth of it bought', balance(100, 10), 1],
  ['nothing of the quota, and more bought', balance(100, 11), 0],
])('the level with %s left', (_name, left, level) => {
  expect(creditLevelOf(left, QUOTA)).toBe(level);
});
