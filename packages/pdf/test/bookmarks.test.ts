import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import type { ByteSource } from '../file/byte-source.ts';
import { PdfReader } from '../file/reader.ts';
import type { Bookmark } from '../finish/bookmarks.ts';
import { finishDocument } from '../finish/finish.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll, readFixture } from './support.ts';

const NOTHING = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

async function withBookmarks(source: ByteSource, bookmarks: readonly Bookmark[] | null): Promise<ByteSource> {
  const document = await PdfReader.open(source, unlimited());
  const pages = { pageNumbers: [1, 2, 3], totalPages: 3 };
  return finishDocument(document, { finish: NOTHING, bands: null, isTagged: false, bookmarks, ...pages });
}

/** Returns the titles that pdf.js reads. */
async function readTitles(source: ByteSource): Promise<string[] | null> {
  const loading = getDocument({ data: (await readAll(source)).slice(), verbosity: 0 });
  const outline = await (await loading.promise).getOutline();
  await loading.destroy();
  return (outline as { readonly title: string }[] | null)?.map(({ title }) => title) ?? null;
}

test('bookmarks take the place of those of the document, also if there are none', async () => {
  const bookmark: Bookmark = { title: 'One', level: 1, isOpen: true, page: 0, y: 700 };
  const one = await withBookmarks(await readFixture('three-pages'), [bookmark]);
  expect(await readTitles(one)).toEqual(['One']);
  expect(await readTitles(await withBookmarks(one, null))).toEqual(['One']);
  expect(await readTitles(await withBookmarks(one, [{ ...bookmark, title: 'Two' }]))).toEqual(['Two']);
  expect(await readTitles(await withBookmarks(one, []))).toBeNull();
});
