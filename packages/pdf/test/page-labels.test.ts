import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, test } from 'vitest';
import { type ByteSource, inMemory, readWhole } from '../file/byte-source.ts';
import { type PageLabel, readPageLabels, toLabelRanges, writeLabelRanges } from '../file/page-labels.ts';
import { PdfReader } from '../file/reader.ts';
import { finishDocument } from '../finish/finish.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { unlimited } from './foreign-pdf.ts';
import { readFixture } from './support.ts';

const NOTHING = {
  metadata: null,
  attachments: [],
  watermark: null,
  encryption: null,
  mark: null,
  meter: unlimited(),
};

const label = (text: string, number: number, style = 'decimal'): PageLabel => ({ text, number, style });

async function withLabels(labels: readonly PageLabel[]): Promise<ByteSource> {
  const document = await PdfReader.open(await readFixture('three-pages'), unlimited());
  const pages = { pageNumbers: [1, 2, 3], totalPages: 3 };
  return finishDocument(document, { finish: NOTHING, bands: null, isTagged: false, labels, ...pages });
}

/** Returns the labels that pdf.js reads. */
async function readLabels(source: ByteSource): Promise<string[] | null> {
  const loading = getDocument({ data: (await readWhole(source)).slice(), verbosity: 0 });
  const document = await loading.promise;
  const labels = await document.getPageLabels();
  await loading.destroy();
  return labels;
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<ByteSource> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(all)));
}

const merge = (...sources: ByteSource[]): Promise<ByteSource> => {
  const inputs = async function* () {
    for (const source of sources) yield { title: 'File', source };
  };
  return collect(mergePdfs(inputs(), 'All', unlimited()));
};

const BOOK = [label('i', 1, 'lower-roman'), label('ii', 2, 'lower-roman'), label('1', 1)];

describe('labels', () => {
  test.each([
    ['roman and decimal', BOOK],
    ['a first number', [label('7', 7), label('8', 8), label('9', 9)]],
    ['the number 0', [label('0', 0), label('1', 1), label('2', 2)]],
    [
      'a style that PDF does not have',
      [label('γ', 3, 'lower-greek'), label('δ', 4, 'lower-greek'), label('1', 1)],
    ],
    [
      'letters after z',
      [label('Z', 26, 'upper-alpha'), label('AA', 27, 'upper-alpha'), label('AB', 28, 'upper-alpha')],
    ],
    ['numbers that repeat', [label('1', 1), label('1', 1), label('1', 1)]],
  ])('%s', async (_, labels) => {
    expect(await readLabels(await withLabels(labels))).toEqual(labels.map(({ text }) => text));
  });

  test('that count on are written as one range', () => {
    expect(writeLabelRanges(toLabelRanges(BOOK))).toBe('<</Nums [0 <</S /r>> 2 <</S /D>>]>>');
  });
});

test('in a merged file, the labels of each file move with its pages', async () => {
  const [book, plain] = [await withLabels(BOOK), await readFixture('two-sheets')];
  expect(await readLabels(await merge(plain, book, plain))).toEqual(['1', '2', 'i', 'ii', '1', '6', '7']);
  expect(await readLabels(await merge(plain, plain))).toBeNull();
});

test('an excerpt has the labels of its pages', async () => {
  const splitter = await PdfSplitter.open(await withLabels(BOOK), unlimited());
  expect(await readLabels(await collect(splitter.excerpt([2, 3])))).toEqual(['ii', '1']);
  expect(await readLabels(await collect(splitter.excerpt([3, 1])))).toEqual(['1', 'i']);
});

test.each(['<</Kids [2 0 R 2 0 R]>>', '12', '<</Nums [5 <</S /D>>]>>', '<</Nums [0 <</St /D>>]>>'])(
  'labels that cannot be read are left out: %s',
  async (written) => {
    const reader = await PdfReader.open(await readFixture('three-pages'), unlimited());
    expect(await readPageLabels(reader, `<</Type /Catalog /PageLabels ${written} /Pages 1 0 R>>`)).toBeNull();
  },
);
