import { expect, test } from 'vitest';
import { MAX_META_BYTES, MAX_META_LEVELS, meta } from '../../../schema/api/meta.ts';

const nested = (levels: number): unknown =>
  levels === 1 ? {} : Array.from({ length: levels - 1 }).reduce((inner: unknown) => ({ a: inner }), {});

const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

test.each([{}, { order: 'A-17', lines: [1, { b: null }] }, nested(MAX_META_LEVELS), ofBytes(MAX_META_BYTES)])(
  'meta %# is accepted and returned as it is',
  (value) => {
    expect(meta.parse(value)).toBe(value);
  },
);

test.each([
  ['a list', [1], 'must be an object'],
  ['text', 'a', 'must be an object'],
  ['null', null, 'must be an object'],
  ['one byte more', ofBytes(MAX_META_BYTES + 1), 'must have 2000 bytes of JSON or fewer'],
  ['characters of several bytes', { a: '\u20ac'.repeat(1_000) }, 'must have 2000 bytes of JSON or fewer'],
  ['a long list', { a: Array(1_000_000).fill(0) }, 'must have 2000 bytes of JSON or fewer'],
  ['one level more', nested(MAX_META_LEVELS + 1), 'must be nested 8 levels deep or less'],
  ['more levels than the stack', nested(1_000_000), 'must be nested 8 levels deep or less'],
])('%s is not', (_what, value, problem) => {
  expect(meta.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([problem]);
});
