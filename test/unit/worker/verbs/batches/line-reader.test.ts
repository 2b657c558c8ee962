import { expect, test } from 'vitest';
import { LineReader } from '../../../../../worker/verbs/batches/line-reader.ts';
import { unlimited } from '../../../../support/unlimited.ts';

const LIMITS = { maxBytes: 10_000_000, maxLineBytes: 1_000 };

async function* inPieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(new TextEncoder().encode(text));
}

async function readAll(reader: LineReader): Promise<string[]> {
  const lines: string[] = [];
  for (let line = await reader.next(); line !== null; line = await reader.next()) {
    lines.push(new TextDecoder().decode(line));
  }
  return lines;
}

test.for([
  [['a\nb\n'], ['a', 'b']],
  [['a\nb'], ['a', 'b']],
  [
    ['a', 'b\nc', 'd'],
    ['ab', 'cd'],
  ],
  [
    ['\n\r\n \t\na\n\n', '\n', '  b\n', '\n'],
    ['a', 'b'],
  ],
  [[' ', '\n'], []],
  [[], []],
] as const)('lines of %j are %j', async ([pieces, lines]) => {
  expect(await readAll(new LineReader(inPieces(...pieces), LIMITS, unlimited()))).toEqual(lines);
});

test('what stands between two lines counts for the size of the body, and not for the size of a line', async () => {
  const blanks = '\n'.repeat(2_000);
  expect(await readAll(new LineReader(inPieces(`a\n${blanks}`, 'b'), LIMITS, unlimited()))).toEqual([
    'a',
    'b',
  ]);
  const reader = new LineReader(inPieces('a\n', blanks, blanks), { ...LIMITS, maxBytes: 3_000 }, unlimited());
  await expect(readAll(reader)).rejects.toThrow('The body is too long');
});

test('reading five megabytes of empty lines charges their bytes, and gives others a few turns', async () => {
  const meter = unlimited();
  const reader = new LineReader(inPieces('\n'.repeat(5_000_000), 'a'), LIMITS, meter);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  expect(await reader.next()).toEqual(new TextEncoder().encode('a'));
  clearInterval(counting);
  expect(meter.work).toBeGreaterThan(5_000_000);
  expect(meter.work).toBeLessThan(20_000_000);
  expect(turns).toBeGreaterThan(0);
});
