import { expect, test } from 'vitest';
import { LaneLimit } from '../../../worker/objects/batch/lane-limit.ts';

function makeMany(limit: LaneLimit, count: number, isCrowded = false): number {
  for (let row = 0; row < count; row += 1) limit.noteMade(isCrowded);
  return limit.lanes;
}

test('a batch gets a lane more for each PDF, until rows wait for a page', () => {
  const limit = new LaneLimit();
  expect(limit.lanes).toBe(8);
  expect(makeMany(limit, 12)).toBe(20);
  expect(makeMany(limit, 13, true)).toBe(10);
  expect(makeMany(limit, 11)).toBe(11);
});

test('it keeps a lane, however long rows wait', () => {
  expect(makeMany(new LaneLimit(), 500, true)).toBe(1);
});

test('a row that met a busy service halves the lanes', () => {
  const limit = new LaneLimit();
  makeMany(limit, 12);
  limit.noteBusy(20);
  expect(limit.lanes).toBe(10);
  limit.noteBusy(19);
  expect(limit.lanes).toBe(10);
});
