import { expect, test } from 'vitest';
import { MAX_MERGED } from '../../../schema/assembling.ts';
import { mergeRequest } from '../../../schema/api/assemble.ts';
import {
  isSlow,
  listSlowFields,
  listSlowOptions,
  listSlowReaders,
} from '../../support/hostile/long-fields.ts';
import { listRequestFields, oneOfEach } from '../../support/hostile/request-fields.ts';

const LENGTH = 20_000;

test('a long run of any character in any field of a request is read within 50 ms', async () => {
  expect(await listSlowFields(oneOfEach(await listRequestFields()), LENGTH)).toEqual([]);
});

test('a long run of any character, filled into any option, is read within 50 ms', async () => {
  expect(await listSlowOptions(LENGTH)).toEqual([]);
});

test('a long run of any character in a header, an address, a data schema or a tag is read within 50 ms', async () => {
  expect(await listSlowReaders(LENGTH)).toEqual([]);
});

test('the pages of a merge, with hosts that are costly to encode, are read within 50 ms', async () => {
  const host = `a${'\u0301'.repeat(3_900)}${'\u0323'.repeat(3_900)}`;
  const entries = Array.from({ length: MAX_MERGED }, () => ({ url: `https://${host}.dev/` }));
  expect(await isSlow(() => void mergeRequest.safeParse({ entries }))).toBe(false);
});
