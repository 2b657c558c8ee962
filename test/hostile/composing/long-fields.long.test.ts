import { expect, test } from 'vitest';
import { listSlowFields, listSlowOptions, listSlowReaders } from '../../support/hostile/long-fields.ts';
import { listRequestFields } from '../../support/hostile/request-fields.ts';

const LENGTH = 100_000;

test('a run of 100,000 characters in any field of a request is read within 50 ms', async () => {
  expect(await listSlowFields(await listRequestFields(), LENGTH)).toEqual([]);
});

test('a run of 100,000 characters, filled into any option, is read within 50 ms', async () => {
  expect(await listSlowOptions(LENGTH)).toEqual([]);
});

test('a run of 100,000 characters in a header, an address, a data schema or a tag is read within 50 ms', async () => {
  expect(await listSlowReaders(LENGTH)).toEqual([]);
});
