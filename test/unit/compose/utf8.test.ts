import { expect, test } from 'vitest';
import { exceedsUtf8Bytes, utf8Bytes } from '../../../compose/utf8.ts';

test.each(['', 'abc', 'äöü', '€', '😀', 'a😀€ä', '\ud800', '\udc00x', '😀\ud83d'])(
  'counts the bytes of %j as the encoder writes them',
  (text) => {
    expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
  },
);

test('compares exactly at the limit', () => {
  expect(exceedsUtf8Bytes('€€', 6)).toBe(false);
  expect(exceedsUtf8Bytes('€€', 5)).toBe(true);
  expect(exceedsUtf8Bytes('aaaaaa', 5)).toBe(true);
});
