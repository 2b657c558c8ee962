import { expect, test } from 'vitest';
import { inMemory } from '../file/byte-source.ts';
import { readReferences } from '../file/dictionary.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { readFixture, readTexts } from './support.ts';

async function collect(pieces: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(all)));
}

test('a part has its pages in order, and only objects that they need', async () => {
  const source = await readFixture('three-pages');
  const part = await collect((await PdfSplitter.open(source)).part([2, 3]));
  const texts = await readTexts(source);
  expect(await readTexts(part)).toEqual([texts[1], texts[2]]);
  const reader = await PdfReader.open(part);
  const ids = new Set(reader.idsInOrder());
  for (const id of ids) {
    const object = await reader.object(id);
    if (object.stream) await reader.readStream(object);
    for (const reference of readReferences(object.text)) expect(ids).toContain(reference);
    // The link is on page 1.
    expect(object.text).not.toContain('/Annot ');
  }
});

test('parts can be merged again, and a merged file can be split by its bookmarks', async () => {
  const splitter = await PdfSplitter.open(await readFixture('three-pages'));
  const inputs = async function* () {
    for (const page of [3, 1])
      yield { title: `Page ${page} (é)`, source: await collect(splitter.part([page])) };
  };
  const merged = await PdfSplitter.open(await collect(mergePdfs(inputs(), 'Two')));
  expect(merged.pageCount).toBe(2);
  expect(merged.topBookmarks).toEqual([
    { title: 'Page 3 (é)', page: 1 },
    { title: 'Page 1 (é)', page: 2 },
  ]);
});

test('a page tree of many pages has levels', async () => {
  const file = await readFixture('three-pages');
  const inputs = async function* () {
    for (let count = 0; count < 90; count += 1) yield { title: `${count}`, source: file };
  };
  const splitter = await PdfSplitter.open(await collect(mergePdfs(inputs(), 'Many')));
  const numbers = Array.from({ length: 250 }, (_, index) => index + 1);
  const reader = await PdfReader.open(await collect(splitter.part(numbers)));
  expect(await reader.pages()).toHaveLength(250);
});
