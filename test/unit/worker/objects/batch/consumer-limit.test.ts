import { expect, test } from 'vitest';
import { ConsumerLimit } from '../../../../../worker/objects/batch/consumer-limit.ts';

function makeMany(limit: ConsumerLimit, count: number, isCrowded = false): number {
  for (let row = 0; row < count; row += 1) limit.noteMade(isCrowded);
  return limit.consumers;
}

test('a batch gets a consumer more for each PDF, until rows wait for a page', () => {
  const limit = new ConsumerLimit();
  expect(limit.consumers).toBe(8);
  expect(makeMany(limit, 12)).toBe(20);
  expect(makeMany(limit, 13, true)).toBe(10);
  expect(makeMany(limit, 11)).toBe(11);
});

test('it keeps a consumer, however long rows wait', () => {
  expect(makeMany(new ConsumerLimit(), 500, true)).toBe(1);
});

test('a row that met a busy service halves the consumers', () => {
  const limit = new ConsumerLimit();
  makeMany(limit, 12);
  limit.noteBusy(20);
  expect(limit.consumers).toBe(10);
  limit.noteBusy(19);
  expect(limit.consumers).toBe(10);
});
