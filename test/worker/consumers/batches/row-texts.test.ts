import { env } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { readRowText } from '../../../../worker/consumers/batches/row-texts.ts';
import { batchRowsKey } from '../../../../worker/adapters/r2/keys.ts';
import { R2Store } from '../../../../worker/adapters/r2/r2.ts';

/** Stores rows as one object, and reads them back. */
async function storeRows(texts: readonly string[]) {
  const batchId = newId('batch');
  await env.FILES.put(batchRowsKey(batchId, 0), texts.join('\n'));
  const store = new R2Store(env.FILES);
  const reads = vi.spyOn(store, 'get');
  let offset = 0;
  const places = texts.map((text) => {
    const length = new TextEncoder().encode(text).byteLength;
    const place = { chunk: 0, offset, length };
    offset += length + 1;
    return place;
  });
  const read = async (row: number) => {
    const place = places[row];
    const text = place && (await readRowText(store, batchId, place));
    return text ? await new Response(text).text() : null;
  };
  return { read, reads, store };
}

test('rows that follow each other take one read of R2', async () => {
  const texts = Array.from({ length: 100 }, (_, n) => JSON.stringify({ n, name: 'Zoë'.repeat(n) }));
  const { read, reads } = await storeRows(texts);
  for (const [row, text] of texts.entries()) expect(await read(row)).toBe(text);
  expect(reads).toHaveBeenCalledTimes(1);
  // A row that is tried again may be before what was read last.
  expect(await read(0)).toBe(texts[0]);
});

test('large rows, and rows across two pieces, are read whole', async () => {
  const sizes = [40_000, 40_000, 70_000, 10];
  const texts = sizes.map((size, row) => JSON.stringify(`${row}`.repeat(size)));
  const { read } = await storeRows(texts);
  for (const row of [0, 1, 2, 3, 1]) expect(await read(row)).toBe(texts[row]);
});

test('a text that is not stored is null', async () => {
  const { store } = await storeRows(['{}']);
  expect(await readRowText(store, newId('batch'), { chunk: 0, offset: 0, length: 2 })).toBeNull();
});
