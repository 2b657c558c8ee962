import { Meter } from '@platen/meter';
import { describe, expect, test } from 'vitest';
import type { ByteSource } from '../file/byte-source.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { fromText, importAll, pdfOf, stream } from './foreign-pdf.ts';

/** Twice the file is twice the work. */
const MAX_GROWTH = 2.2;

/** One object more than the work after which others have their turn. */
const MAX_TURN = 3_000_000;

const PAGES = 20;

/** @param more objects with the ids from 4 + `PAGES` */
function pages(catalog: string, page: (index: number) => string, more: readonly string[]): string {
  const kids = Array.from({ length: PAGES }, (_, index) => `${4 + index} 0 R`).join(' ');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${PAGES}/MediaBox[0 0 300 200]>>`,
    stream(''),
    ...Array.from(
      { length: PAGES },
      (_, index) => `<</Type/Page/Parent 2 0 R/Contents 3 0 R${page(index)}>>`,
    ),
    ...more,
  ]);
}

const FIRST = 4 + PAGES;

/** All pages are in the last one of elements that are in each other. */
const tagged = (depth: number): string =>
  pages(`/StructTreeRoot ${FIRST} 0 R/MarkInfo<</Marked true>>`, (index) => `/StructParents ${index}`, [
    `<</Type/StructTreeRoot/K ${FIRST + 1} 0 R/ParentTree<</Nums[${Array.from({ length: PAGES }, (_, key) => `${key} [${FIRST + depth} 0 R]`).join(' ')}]>>>>`,
    ...Array.from({ length: depth }, (_, index) =>
      index + 1 < depth
        ? `<</S/Div/P ${FIRST + index} 0 R/K ${FIRST + index + 2} 0 R>>`
        : `<</S/P/P ${FIRST + index} 0 R/Pg 4 0 R/K 0>>`,
    ),
  ]);

const linked = (count: number): string =>
  pages(
    '',
    () =>
      `/Annots[${'<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/Dest[4 0 R/Fit]>>'.repeat(Math.ceil(count / PAGES))}]`,
    [],
  );

const bookmarked = (count: number): string =>
  pages(`/Outlines ${FIRST} 0 R`, () => '', [
    `<</Type/Outlines/First ${FIRST + 1} 0 R/Last ${FIRST + count} 0 R/Count ${count}>>`,
    ...Array.from(
      { length: count },
      (_, index) =>
        `<</Title(x)/Parent ${FIRST} 0 R/Dest[4 0 R/Fit]${index + 1 < count ? `/Next ${FIRST + index + 2} 0 R` : ''}>>`,
    ),
  ]);

async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const { byteLength } of pieces) bytes += byteLength;
  return bytes;
}

async function split(source: ByteSource, meter: Meter): Promise<void> {
  const splitter = await PdfSplitter.open(source, meter);
  for (let excerpt = 0; excerpt < 10; excerpt += 1) await readAll(splitter.excerpt([1]));
}

async function merge(source: ByteSource, meter: Meter): Promise<void> {
  const inputs = async function* () {
    for (let entry = 0; entry < 5; entry += 1) yield await Promise.resolve({ title: 'x', source });
  };
  await readAll(mergePdfs(inputs(), 'All', meter));
}

/** The whole work, and the most of it before others of the process have a turn. */
async function measure(work: typeof split, text: string) {
  const { source } = await importAll(fromText(text));
  const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY });
  let [longest, before, isRunning] = [0, 0, true];
  const look = (): void => {
    longest = Math.max(longest, meter.work - before);
    before = meter.work;
    if (isRunning) setImmediate(look);
  };
  look();
  await work(source, meter);
  isRunning = false;
  look();
  return { work: meter.work, longest };
}

describe.each([
  ['a split', split],
  ['a merge', merge],
] as const)('%s', (_, work) => {
  test.each([
    ['tags that are in each other', tagged],
    ['links', linked],
    ['bookmarks', bookmarked],
  ] as const)('pays for each of many %s, and gives others their turn', async (_what, file) => {
    const [one, two] = [await measure(work, file(1_000)), await measure(work, file(2_000))];
    expect(two.work / one.work).toBeLessThan(MAX_GROWTH);
    // Each is read at least once by each excerpt or entry.
    expect(two.work).toBeGreaterThan(2_000 * 1_000);
    expect(two.longest).toBeLessThan(MAX_TURN);
  });
});
