import { expect, test } from 'vitest';
import { inMemory } from '../file/byte-source.ts';
import { readReference, readReferences } from '../file/dictionary.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { describeOutline, type OutlineItem } from '../split/outline.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { readFixture, readTexts } from './support.ts';
import { unlimited } from '../../../test/support/unlimited.ts';

async function collect(pieces: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(all)));
}

test('an excerpt has its pages in order, and only objects that they need', async () => {
  const source = await readFixture('three-pages');
  const excerpt = await collect((await PdfSplitter.open(source, unlimited())).excerpt([2, 3]));
  const texts = await readTexts(source);
  expect(await readTexts(excerpt)).toEqual([texts[1], texts[2]]);
  const reader = await PdfReader.open(excerpt, unlimited());
  const ids = new Set(reader.idsInOrder());
  for (const id of ids) {
    const object = await reader.object(id);
    if (object.stream) await reader.readStream(object);
    for (const reference of readReferences(object.text)) expect(ids).toContain(reference);
    // The link is on page 1.
    expect(object.text).not.toContain('/Annot ');
  }
});

test('excerpts can be merged again, and a merged file can be split by its bookmarks', async () => {
  const splitter = await PdfSplitter.open(await readFixture('three-pages'), unlimited());
  const inputs = async function* () {
    for (const page of [3, 1])
      yield { title: `Page ${page} (é)`, source: await collect(splitter.excerpt([page])) };
  };
  const merged = await PdfSplitter.open(await collect(mergePdfs(inputs(), 'Two', unlimited())), unlimited());
  expect(merged.pageCount).toBe(2);
  expect(merged.topBookmarks).toEqual([
    { title: 'Page 3 (é)', page: 1 },
    { title: 'Page 1 (é)', page: 2 },
  ]);
});

/** Three pages, and bookmarks below each other. */
async function withLevels(count: number) {
  const reader = await PdfReader.open(await readFixture('three-pages'), unlimited());
  const [page] = await reader.pages();
  let item: OutlineItem | null = null;
  for (let level = count; level > 0; level -= 1) {
    const rest = { place: `[${page?.id} 0 R /Fit]`, pageId: page?.id ?? 0, elementId: null, isOpen: true };
    item = { id: 0, title: `(Level ${level})`, children: item === null ? [] : [item], ...rest };
  }
  const rewrite = new PdfRewrite(reader);
  const { rootId, objects } = describeOutline(item === null ? [] : [item], {
    reserve: () => rewrite.reserve(),
    toText: ({ place }) => `/Dest ${place}`,
  });
  for (const [id, text] of objects) rewrite.write(id, text);
  const catalogId = readReference(reader.trailer, 'Root');
  const { text } = await reader.object(catalogId);
  rewrite.write(
    catalogId,
    text.replace(/\/Outlines \d+ 0 R/, '').replace('<<', `<</Outlines ${rootId} 0 R `),
  );
  return rewrite.finish();
}

test('bookmarks have at most 64 levels', async () => {
  const { topBookmarks } = await PdfSplitter.open(await withLevels(64), unlimited());
  expect(topBookmarks).toEqual([{ title: 'Level 1', page: 1 }]);
  await expect(PdfSplitter.open(await withLevels(65), unlimited())).rejects.toThrow(
    'the bookmarks have too many levels',
  );
});

test('a page tree of many pages has levels', async () => {
  const file = await readFixture('three-pages');
  const inputs = async function* () {
    for (let count = 0; count < 90; count += 1) yield { title: `${count}`, source: file };
  };
  const splitter = await PdfSplitter.open(
    await collect(mergePdfs(inputs(), 'Many', unlimited())),
    unlimited(),
  );
  const numbers = Array.from({ length: 250 }, (_, index) => index + 1);
  const reader = await PdfReader.open(await collect(splitter.excerpt(numbers)), unlimited());
  expect(await reader.pages()).toHaveLength(250);
});
