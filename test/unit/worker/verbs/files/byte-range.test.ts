import { expect, test } from 'vitest';
import { byteRange } from '../../../../../worker/surfaces/api/byte-range.ts';

const SIZE = 1_000;

test.each([
  ['bytes=0-99', { offset: 0, length: 100 }],
  ['bytes=900-', { offset: 900, length: 100 }],
  ['bytes=-50', { offset: 950, length: 50 }],
  ['bytes=-5000', { offset: 0, length: 1_000 }],
  ['bytes=990-5000', { offset: 990, length: 10 }],
  ['bytes=999-999', { offset: 999, length: 1 }],
])('%s asks for part of a file of 1,000 bytes', (header, expected) => {
  expect(byteRange(header, SIZE)).toEqual(expected);
});

test.each([undefined, 'bytes=0-1,5-6', 'pages=1-2', 'bytes=-', 'bytes=9-2', 'bytes=a-b'])(
  '%s is answered with the whole file',
  (header) => expect(byteRange(header, SIZE)).toBeUndefined(),
);

test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('%s is a range outside the file', (header) => {
  expect(byteRange(header, SIZE)).toBeNull();
});
