import { expect, test } from 'vitest';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ByteSource, inMemory } from '../file/byte-source.ts';
import { type LinkTarget, MovedTarget } from '../merge/entry-links.ts';
import { mergePdfs } from '../merge/merge-pdfs.ts';
import { PdfSplitter } from '../split/split-pdf.ts';
import { unlimited } from './foreign-pdf.ts';
import { readAll, readFixture } from './support.ts';

/** Three pages, of which the first has a link to this address. */
const linking = (address: string): Promise<ByteSource> =>
  readFixture('three-pages', { '(https://example.com/)': `(${address})` });

async function merge(
  sources: readonly ByteSource[],
  targets: Readonly<Record<string, LinkTarget>> = {},
): Promise<ByteSource> {
  const inputs = async function* () {
    for (const source of sources) yield { title: 'File', source };
  };
  const pieces: Uint8Array[] = [];
  const merged = mergePdfs(inputs(), 'All', unlimited(), new Map(Object.entries(targets)));
  for await (const piece of merged) pieces.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(pieces)));
}

/** The page and the view to which each link leads, by the number of its page, or its address. */
async function readLinks(source: ByteSource) {
  const document = await getDocument({ data: (await readAll(source)).slice(), verbosity: 0 }).promise;
  const links: unknown[] = [];
  for (let page = 1; page <= document.numPages; page += 1)
    for (const { dest, unsafeUrl = null } of await (await document.getPage(page)).getAnnotations()) {
      const place = typeof dest === 'string' ? await document.getDestination(dest) : dest;
      const target = place && [(await document.getPageIndex(place[0])) + 1, place[1].name, place[3]];
      links.push([page, ...(target ?? [unsafeUrl])]);
    }
  return links;
}

const target = (changes: Partial<LinkTarget> = {}): LinkTarget => ({
  input: 1,
  page: 2,
  y: 700.5,
  printedPage: 5,
  ...changes,
});

test('a link goes to the page of a later file, and to that of an earlier one', async () => {
  const targets = {
    'entry:b#x': target(),
    'entry:a': target({ input: 0, page: 1, y: null, printedPage: 1 }),
  };
  const merged = await merge([await linking('entry:b#x'), await linking('entry:a')], targets);
  const links = await readLinks(merged);
  expect(links).toContainEqual([1, 5, 'XYZ', 700.5]);
  expect(links).toContainEqual([4, 1, 'Fit', undefined]);
  // Its names are those of no other merge.
  const again = await readLinks(await merge([await readFixture('two-sheets'), merged]));
  expect(again).toContainEqual([3, 7, 'XYZ', 700.5]);
});

test('a link is in the excerpt that has both of its ends, and in no other one', async () => {
  const merged = await merge([await linking('entry:b#x'), await linking('entry:c')], {
    'entry:b#x': target(),
  });
  const splitter = await PdfSplitter.open(merged, unlimited());
  const excerpts: unknown[][] = [];
  for (const pages of [
    [1, 5],
    [1, 4],
  ]) {
    const pieces: Uint8Array[] = [];
    for await (const piece of splitter.excerpt(pages)) pieces.push(piece);
    excerpts.push(await readLinks(inMemory(new Uint8Array(Buffer.concat(pieces)))));
  }
  expect(excerpts[0]).toContainEqual([1, 2, 'XYZ', 700.5]);
  expect(excerpts[1]).not.toContainEqual(expect.arrayContaining(['XYZ']));
});

test('a link to an entry that does not exist leads nowhere, and other links stay', async () => {
  const files = [await linking('entry:nobody'), await readFixture('three-pages')];
  const links = await readLinks(await merge(files, { 'entry:b': target() }));
  expect(links).toContainEqual([1, null]);
  expect(links).toContainEqual([4, 'https://example.com/']);
  // Without names of entries, it is an address like any other.
  expect(await readLinks(await merge(files))).toContainEqual([1, 'entry:nobody']);
});

test.each([
  ['another page', target({ printedPage: 4 })],
  ['a page that its file does not have', target({ page: 4, printedPage: 7 })],
])('a number that was printed for %s ends the merge', async (_, wrong) => {
  const files = [await linking('entry:b#x'), await readFixture('three-pages')];
  await expect(merge(files, { 'entry:b#x': wrong })).rejects.toThrow(MovedTarget);
});
