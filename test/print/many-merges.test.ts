import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { beforeAll, expect, test } from 'vitest';
import { inMemory, mergePdfs, PdfSplitter } from '@platen/pdf';
import { jobOf } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { usePrinter } from './support/printer.ts';
import { unlimited } from '../support/unlimited.ts';

/** `npm run tool -- sweeps` makes 200. */
const MERGES = Number(process.env.MERGES ?? 3);

/** The most pages of one merged file. */
const LARGEST = MERGES > 3 ? 500 : 20;
const MOST_FILES = MERGES > 3 ? 100 : 8;

const MINUTE_MS = 60_000;

const printer = usePrinter();

/** Each page has a heading, and each file a link from its first page to its last. */
const documentOf = (pages: number): string =>
  `<!doctype html><html lang="en"><title>${pages}</title><p><a href="#end">End</a></p>` +
  Array.from(
    { length: pages },
    (_, index) =>
      `<h1 style="break-before: ${index === 0 ? 'auto' : 'page'}" id="${index === pages - 1 ? 'end' : `p${index}`}">Page ${index + 1} of ${pages}</h1>`,
  ).join('');

const sizes = [1, 2, 5, 20, 100, 500].filter((size) => size <= LARGEST);
const files = new Map<number, Uint8Array>();

beforeAll(async () => {
  for (const size of sizes) {
    const { bytes } = await printer.print(jobOf(documentOf(size), { tagged: true, outline: true }));
    files.set(size, bytes);
  }
}, 5 * MINUTE_MS);

/** The same numbers in every run (a linear congruential generator). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

const collect = async (pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return new Uint8Array(Buffer.concat(all));
};

test.each(Array.from({ length: MERGES }, (_, index) => index + 1))(
  'merge %i has all pages, bookmarks, links and tags, and so have its parts',
  async (seed) => {
    const random = numbers(seed);
    const next = (below: number) => Math.floor(random.next().value * below);
    const count = 2 + next(MOST_FILES - 1);
    // Few of them are large.
    const chosen = Array.from(
      { length: count },
      () => sizes[Math.min(next(sizes.length), next(sizes.length))] ?? 1,
    );
    const inputs = async function* () {
      for (const [index, size] of chosen.entries()) {
        yield { title: `File ${index + 1}`, source: inMemory(files.get(size) ?? new Uint8Array()) };
      }
    };
    const bytes = await collect(mergePdfs(inputs(), 'All', unlimited()));
    const merged = await openPdf(bytes);
    expect(merged.pageCount).toBe(chosen.reduce((sum, size) => sum + size, 0));
    const outline = await merged.outline();
    expect(outline.filter((title) => !title.startsWith(' '))).toEqual(
      chosen.map((_, index) => `File ${index + 1}`),
    );
    expect(outline).toHaveLength(count + merged.pageCount);
    const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
    let first = 1;
    for (const size of chosen) {
      const [link]: { dest?: unknown }[] = await (await document.getPage(first)).getAnnotations();
      const place: unknown = link?.dest;
      expect(Array.isArray(place) && (await document.getPageIndex(place[0])) + 1).toBe(first + size - 1);
      first += size;
    }
    expect(await merged.roles(merged.pageCount)).toContain('H1');
    const splitter = await PdfSplitter.open(inMemory(bytes), unlimited());
    expect(splitter.topBookmarks).toHaveLength(count);
    const last = splitter.topBookmarks.at(-1)?.page ?? 1;
    const numbersOfLast = Array.from({ length: merged.pageCount - last + 1 }, (_, index) => last + index);
    const part = await openPdf(await collect(splitter.excerpt(numbersOfLast)));
    const size = chosen.at(-1) ?? 1;
    expect(part.pageCount).toBe(size);
    expect(await part.text(size)).toContain(`Page ${size} of ${size}`);
    expect(await part.outline()).toHaveLength(size + 1);
    expect(await part.roles(size)).toEqual(await merged.roles(merged.pageCount));
  },
  5 * MINUTE_MS,
);
