import { expect, test } from 'vitest';
import { isFullForRows, placesForJobs } from '../../../../../worker/objects/ledger/jobs/share-places.ts';

test.each([
  ['nothing runs or wants to', 10, 0, 0, 0, 10],
  ['some jobs are taken', 10, 0, 4, 0, 6],
  ['a few rows want to run', 10, 0, 0, 3, 7],
  ['many rows want to run: jobs keep a half', 10, 0, 0, 500, 5],
  ['rows that run have more than a half', 10, 8, 0, 500, 2],
  ['the plan lets an odd number run', 5, 0, 0, 500, 3],
  ['the plan was made smaller', 2, 5, 4, 0, 0],
  ['a count of wanted rows is wrong', 10, 0, 0, -3, 10],
])('places for jobs if %s', (_name, max, rows, taken, rowsWanted, places) => {
  expect(placesForJobs({ max, rows }, { taken, rowsWanted })).toBe(places);
});

test.each([
  ['no job wants to run', 10, 9, 0, 0, false],
  ['everything is taken', 10, 10, 0, 0, true],
  ['jobs and rows take everything', 10, 6, 4, 4, true],
  ['one job waits', 10, 9, 0, 1, true],
  ['many jobs wait: rows keep a half', 10, 4, 0, 500, false],
  ['many jobs wait, and rows have their half', 10, 5, 0, 500, true],
])('whether rows are full if %s', (_name, max, rows, jobs, wanted, isFull) => {
  expect(isFullForRows({ max, rows }, { jobs, wanted })).toBe(isFull);
});
