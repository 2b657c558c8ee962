import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gunzip } from '../../../../../worker/surfaces/http/gunzip.ts';

const TEXT = 'a'.repeat(200_000);

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const found: Uint8Array[] = [];
  for await (const piece of gunzip(body)) found.push(piece);
  return Buffer.concat(found).toString();
}

test('a body in many pieces leaves no listener for each of them', async () => {
  const warned = once(process, 'warning').then(([warning]) => warning);
  expect(await read(pieces(gzipSync(TEXT), 1))).toBe(TEXT);
  expect(await Promise.race([warned, new Promise((resolve) => setTimeout(resolve, 50, null))])).toBeNull();
});

test('a reader that stops ends the body, which has more', async () => {
  let asked = 0;
  async function* endless() {
    const [first = new Uint8Array()] = await Array.fromAsync(pieces(gzipSync(TEXT), 1_000_000));
    for (;;) {
      asked += 1;
      yield first;
    }
  }
  for await (const piece of gunzip(endless())) if (piece.length > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toBeLessThan(10);
});

test('what is no gzip is an error', async () => {
  await expect(read(pieces(Buffer.from('no gzip at all'), 3))).rejects.toThrow(/header/);
});
