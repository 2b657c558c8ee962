import { expect, test } from 'vitest';
import { inMemory } from '../file/byte-source.ts';
import { Cuts } from '../file/cuts.ts';

const TEXT = 'abcdefghijklmnopqrstuvwxyz';

test.each<[string, [number, number][]]>([
  [TEXT, []],
  ['defghijklmnopqrstuvwxyz', [[0, 3]]],
  ['abcdefghijklmnopqrstuvw', [[23, 26]]],
  [
    'acdhijklmnopqrstvwxyz',
    [
      [20, 21],
      [1, 2],
      [4, 6],
      [6, 7],
    ],
  ],
])('%s is read in pieces of any size', async (expected, spans) => {
  const cuts = new Cuts(spans.map(([offset, end]) => ({ offset, end })));
  const source = cuts.apply(inMemory(new TextEncoder().encode(TEXT)));
  expect(source.sizeBytes).toBe(expected.length);
  for (let offset = 0; offset <= expected.length; offset += 1)
    for (let length = 0; length <= expected.length + 2; length += 1)
      expect(new TextDecoder().decode(await source.read(offset, length))).toBe(
        expected.slice(offset, offset + length),
      );
  for (const letter of expected) expect(cuts.move(TEXT.indexOf(letter))).toBe(expected.indexOf(letter));
});
