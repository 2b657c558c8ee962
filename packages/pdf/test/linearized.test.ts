import { expect, test } from 'vitest';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { readReferences } from '../file/dictionary.ts';
import { finishPdf } from '../finish/finish.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfReader } from '../file/reader.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll, readFixture, readTexts } from './support.ts';

const NOTHING = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(all)));
}

const merge = (...sources: ByteSource[]) =>
  collect(
    mergePdfs(
      (async function* () {
        for (const source of sources) yield { title: 'File', source };
      })(),
      'All',
      unlimited(),
    ),
  );

const textOf = async (source: ByteSource) => Buffer.from(await readAll(source)).toString('latin1');

/** Every object is where the table says, and every reference names an object. */
async function expectWhole(source: ByteSource): Promise<PdfReader> {
  const reader = await PdfReader.open(source, unlimited());
  const ids = new Set(reader.idsInOrder());
  for (const id of ids) {
    const object = await reader.object(id);
    if (object.stream) await reader.readStream(object);
    for (const reference of readReferences(object.text)) expect(ids).toContain(reference);
  }
  return reader;
}

test('a linearized file is merged with its bookmarks and tags, also a second time', async () => {
  const linearized = await readFixture('linearized');
  const texts = await readTexts(linearized);
  expect(texts).toHaveLength(3);
  const merged = await merge(linearized, await readFixture('three-pages'));
  expect(await readTexts(await merge(merged, linearized))).toEqual([
    ...texts,
    ...(await readTexts(await readFixture('three-pages'))),
    ...texts,
  ]);
  const reader = await expectWhole(merged);
  const objects = await Promise.all(reader.idsInOrder().map((id) => reader.object(id)));
  const titles = objects.flatMap(({ text }) => /\/Title \((Zwei a)\)/.exec(text)?.[1] ?? []);
  expect(titles).toEqual(['Zwei a']);
  // The names of elements are different in each file.
  expect(objects.some(({ text }) => /\/Headers \[\(000000-node/.test(text))).toBe(true);
  expect(await textOf(merged)).not.toContain('/Linearized');
});

test('a linearized file is split at its bookmarks', async () => {
  const linearized = await readFixture('linearized');
  const splitter = await PdfSplitter.open(linearized, unlimited());
  expect(splitter.topBookmarks).toEqual([
    { title: 'Eins [ 1 ] << (x)', page: 1 },
    { title: 'Zwei — „ä“', page: 2 },
    { title: 'Drei', page: 3 },
  ]);
  const excerpt = await collect(splitter.excerpt([2]));
  await expectWhole(excerpt);
  expect(await readTexts(excerpt)).toEqual([(await readTexts(linearized))[1]]);
});

test('a linearized file is finished as one version, which is an ordinary file', async () => {
  const linearized = await readFixture('linearized');
  const metadata = {
    title: 'New',
    author: null,
    subject: null,
    keywords: null,
    creator: null,
    language: null,
  };
  const finished = await finishPdf(linearized, { ...NOTHING, metadata, mark: 'TEST' });
  await expectWhole(finished);
  const text = await textOf(finished);
  expect(text).not.toContain('/Linearized');
  expect(text.match(/startxref/g)).toHaveLength(1);
  expect(await readTexts(finished)).toEqual((await readTexts(linearized)).map((page) => `${page}TEST`));
  expect(await readTexts(await finishPdf(finished, { ...NOTHING, mark: 'TEST' }))).toHaveLength(3);
});

test('a linearized file that was changed, or whose table is cut off, is refused', async () => {
  const updated = await readFixture('linearized', { '/L 23384': '/L 23000' });
  await expect(PdfReader.open(updated, unlimited())).rejects.toThrow('an updated file');
  const cut = await readFixture('linearized', { 'xref\n0 58': 'xref\n0 90' });
  await expect(PdfReader.open(cut, unlimited())).rejects.toThrow(/table/);
});
