import { expect, test } from 'vitest';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { findReferences } from '../file/dictionary.ts';
import { PdfReader } from '../file/reader.ts';
import { finishPdf } from '../finish/finish.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { ObjectWriter } from '../merge/object-writer.ts';
import { TwinTable } from '../merge/twin-table.ts';
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

const merge = (...sources: ByteSource[]): Promise<ByteSource> =>
  collect(
    mergePdfs(
      (async function* () {
        for (const source of sources) yield { title: 'File', source };
      })(),
      'All',
      unlimited(),
    ),
  );

/** A file of one page. The texts are its objects from id 4 on; those of pairs have a stream. */
function fileOf(page: string, objects: readonly (string | readonly [string, string])[]): Promise<ByteSource> {
  return collect(
    (async function* () {
      const writer = new ObjectWriter();
      writer.reserve(3 + objects.length);
      yield* writer.write(2, '<</Type /Pages /Kids [3 0 R] /Count 1>>');
      const box = '/Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]';
      yield* writer.write(3, `<<${box} /Resources <<${page}>> /Contents 4 0 R>>`);
      for (const [index, object] of objects.entries()) {
        const [text, data] = typeof object === 'string' ? [object, null] : object;
        if (data === null) yield* writer.write(index + 4, text);
        else {
          const dictionary = `${text.slice(0, -2)} /Length ${data.length}>>`;
          yield* writer.writeStream(index + 4, dictionary, [new TextEncoder().encode(data)]);
        }
      }
      yield* writer.writeUnpacked(1, '<</Type /Catalog /Pages 2 0 R>>');
      yield* writer.finish('/Root 1 0 R');
    })(),
  );
}

const CONTENT = ['<<>>', 'q Q'] as const;

async function readObjects(source: ByteSource): Promise<string[]> {
  const reader = await PdfReader.open(source, unlimited());
  const ids = new Set(reader.idsInOrder());
  const texts: string[] = [];
  for (const id of ids) {
    const object = await reader.object(id);
    for (const reference of findReferences(object.text)) expect(ids).toContain(reference);
    const data = object.stream ? Buffer.from(await reader.readStream(object)).toString('latin1') : '';
    texts.push(object.text + data);
  }
  return texts;
}

const count = (texts: readonly string[], part: string): number =>
  texts.filter((text) => text.includes(part)).length;

test('twenty equal files have their fonts, images and forms once, and are little larger than one', async () => {
  const file = await readFixture('three-pages');
  const merged = await merge(...Array.from({ length: 20 }, () => file));
  const texts = await readObjects(merged);
  expect(count(texts, '/FontFile2')).toBe(count(await readObjects(file), '/FontFile2'));
  expect(count(texts, '/Subtype /Form')).toBe(1);
  expect(count(texts, '/Type /Page\n')).toBe(60);
  expect(merged.sizeBytes).toBeLessThan(1.5 * file.sizeBytes);
  expect((await readTexts(merged)).slice(57)).toEqual(await readTexts(file));
});

test('a font is shared with its descendants, and two fonts that differ in one of them are two', async () => {
  const font = (data: string) => [
    CONTENT,
    '<</Type /Font /Subtype /Type0 /DescendantFonts [6 0 R]>>',
    '<</Type /Font /FontDescriptor 7 0 R>>',
    '<</Type /FontDescriptor /FontFile2 8 0 R>>',
    ['<<>>', data] as const,
  ];
  const [one, other] = [
    await fileOf('/Font <</F5 5 0 R>>', font('AAA')),
    await fileOf('/Font <</F5 5 0 R>>', font('AAB')),
  ];
  expect(count(await readObjects(await merge(one, one, one)), '/DescendantFonts')).toBe(1);
  expect(count(await readObjects(await merge(one, other, one)), '/DescendantFonts')).toBe(2);
});

test('equal streams with different dictionaries are different things', async () => {
  const image = (size: string) =>
    fileOf('/XObject <</X 5 0 R>>', [CONTENT, [`<</Subtype /Image /Width ${size}>>`, 'abcd']]);
  const texts = await readObjects(await merge(await image('1 /Height 4'), await image('4 /Height 1')));
  expect(count(texts, 'abcd')).toBe(2);
});

test('objects in a circle stay as many as they are, and so do annotations, fields, layers and tags', async () => {
  const circle = await fileOf('/XObject <</X 5 0 R>>', [
    CONTENT,
    ['<</Loop 6 0 R>>', 'circle'],
    '<</Back 5 0 R>>',
  ]);
  expect(count(await readObjects(await merge(circle, circle)), '/Loop')).toBe(2);
  for (const own of [
    '/Type /Annot',
    '/Subtype /Widget',
    '/FT /Tx',
    '/Type /OCG',
    '/StructParents 3',
    '/Type /StructElem',
  ]) {
    const file = await fileOf('/Other 5 0 R', [CONTENT, `<<${own} /Mark true>>`]);
    expect(count(await readObjects(await merge(file, file)), '/Mark true'), own).toBe(2);
  }
});

test('a stream of megabytes is read once, unless another one starts the same', async () => {
  const long = (end: string) =>
    fileOf('/XObject <</X 5 0 R>>', [CONTENT, ['<<>>', 'x'.repeat(3_000_000) + end]]);
  const [one, same, other] = [await long('A'), await long('A'), await long('B')];
  const sizes = [await merge(one, same), await merge(one, other), await merge(one, other, same)];
  expect(sizes.map(({ sizeBytes }) => Math.round(sizeBytes / 3_000_000))).toEqual([1, 2, 2]);
  let read = 0;
  const counting: ByteSource = {
    ...other,
    read: (offset, length) => {
      read += length;
      return other.read(offset, length);
    },
  };
  await merge(counting, counting.sizeBytes > 0 ? await readFixture('two-sheets') : one);
  expect(read).toBeLessThan(3_300_000);
});

test('a merged file is marked, without an unmarked page in its object streams, and encrypted', async () => {
  const file = await readFixture('three-pages');
  const merged = await merge(file, file);
  const marked = await finishPdf(merged, { ...NOTHING, mark: 'TEST' });
  const texts = await readObjects(marked);
  expect(count(texts, '/Type /Page\n')).toBe(6);
  expect(count(texts, '/PlatenMark')).toBeGreaterThanOrEqual(6);
  // Also what no table leads to.
  const whole = Buffer.from(await readAll(marked)).toString('latin1');
  const reader = await PdfReader.open(marked, unlimited());
  const containers = [...reader.idsByContainer().keys()].map((id) => reader.locate(id).offset);
  expect(Array.from(whole.matchAll(/\d+ 0 obj\n<<\/Type \/ObjStm/g), ({ index }) => index)).toEqual(
    containers,
  );
  expect(await readTexts(marked)).toEqual((await readTexts(merged)).map((text) => `${text}TEST`));
  const encryption = { userPassword: 'open', ownerPassword: null, permissions: null };
  const locked = await readAll(await finishPdf(merged, { ...NOTHING, encryption }));
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const opened = await getDocument({ data: locked.slice(), password: 'open', verbosity: 0 }).promise;
  expect(opened.numPages).toBe(6);
  expect((await opened.getMetadata()).info).toMatchObject({ Title: 'All' });
  expect(Buffer.from(locked).toString('latin1')).not.toContain('<FEFF0041006C006C>');
});

test('what is known of earlier files has a bound, and what was used last is kept', () => {
  const table = new TwinTable();
  // Digests are spread over all numbers.
  const digest = (number: number) => Uint32Array.of(Math.imul(number, 2_654_435_761), number, 0, 0);
  table.add(digest(7), 1);
  for (let number = 100; number < 700_000; number += 1) {
    table.add(digest(number), number);
    if (number % 100_000 === 0) expect(table.find(digest(7))).toBe(1);
  }
  expect(table.find(digest(7))).toBe(1);
  expect(table.find(digest(699_999))).toBe(699_999);
  expect(table.find(digest(100))).toBe(0);
});
