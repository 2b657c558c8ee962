import { describe, expect, test } from 'vitest';
import { inMemory, mergePdfs } from '@platen/pdf';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { jobOf, type JobChanges } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';
import { unlimited } from '../support/unlimited.ts';

const printer = usePrinter();

interface OutlineEntry {
  readonly title: string;
  readonly dest: readonly [{ num: number; gen: number }, { name: string }, ...number[]];
  readonly count?: number;
  readonly items: readonly OutlineEntry[];
}

/** Returns a line for each bookmark: indentation, `+` or `-` if it is open or closed, title and page. */
const readBookmarks = (bytes: Uint8Array): Promise<string[]> =>
  readPdf(bytes, async (document) => {
    const lines: string[] = [];
    const visit = async (entries: readonly OutlineEntry[], depth: number): Promise<void> => {
      for (const { title, dest, count, items } of entries) {
        const page = (await document.getPageIndex(dest[0])) + 1;
        const state = count === undefined ? '' : count < 0 ? '- ' : '+ ';
        lines.push(`${'  '.repeat(depth)}${state}${title} ${page}`);
        await visit(items, depth + 1);
      }
    };
    await visit(((await document.getOutline()) ?? []) as unknown as OutlineEntry[], 0);
    return lines;
  });

const print = (html: string, changes: JobChanges = {}) =>
  printer.print(
    jobOf(`<!doctype html><html lang="en"><title>Book</title>${html}`, { outline: true, ...changes }),
  );

const readPrinted = async (html: string, changes: JobChanges = {}): Promise<string[]> =>
  readBookmarks((await print(html, changes)).bytes);

const BOOK = `<h1>One</h1><h2>Part</h2><p class="figure" title="Größe (x)">a</p><h1>Two</h1><h2>Last</h2>`;
const BREAKS = 'h1 { break-before: page }';

describe('bookmarks', () => {
  test('have levels, labels and states', async () => {
    const style = `<style>${BREAKS} h1 { counter-increment: chapter; bookmark-state: closed;
      bookmark-label: counter(chapter, upper-roman) ". " content() " [" content(before) "]" } h1::before { content: "§ " }
      .figure { bookmark-level: 3; bookmark-label: "Figure: " attr(title) }</style><p>Cover`;
    expect(await readPrinted(`${style}${BOOK}`)).toEqual([
      '- I. One [§ ] 2',
      '  + Part 2',
      '    Figure: Größe (x) 2',
      '- II. Two [§ ] 3',
      '  Last 3',
    ]);
  });

  test.each(
    typical(
      [
        ['none leaves out a heading', 'h2 { bookmark-level: none }', ['One 1', 'Two 2']],
        [
          'levels are relative',
          'h1 { bookmark-level: 7 } h2 { bookmark-level: 2 }',
          ['One 1', '+ Part 1', '  Two 2', 'Last 2'],
        ],
        ['an empty label leaves out the element', 'h1 { bookmark-label: "" }', ['Part 1', 'Last 2']],
        [
          'a value that is not valid is the default',
          'h2 { bookmark-level: -1; bookmark-state: x }',
          ['+ One 1', '  Part 1', '+ Two 2', '  Last 2'],
        ],
        [
          'in @media print',
          '@media print { h2 { bookmark-level: none !important } } h2 { bookmark-level: 1 }',
          ['One 1', 'Two 2'],
        ],
        [
          'comments do not count',
          'h2 { bookmark-level: /* one */ 1; bookmark-label: content() /* "no" */ "." }',
          ['One 1', 'Part. 1', 'Two 2', 'Last. 2'],
        ],
        ['hidden elements have none', 'h2 { bookmark-level: 1; display: none }', ['One 1', 'Two 2']],
      ],
      4,
    ),
  )('%s', LONG, async (_, rules, expected) => {
    expect(await readPrinted(`<style>${BREAKS} ${rules}</style>${BOOK}`)).toEqual(expected);
  });

  test('of a style attribute, and with the number of its page', async () => {
    const html = `<style>${BREAKS}</style><p style="bookmark-level: 1; bookmark-label: 'Start'">x</p><h1>On page <i class="pageNumber"></i></h1>`;
    expect(await readPrinted(html)).toEqual(['Start 1', 'On page 2 2']);
  });

  test('of pages that are not printed are left out, and those below them move up', async () => {
    const html = `<style>${BREAKS} h2 { break-before: page; bookmark-level: 2 }</style>${BOOK}`;
    expect(await readPrinted(html)).toEqual(['+ One 1', '  Part 2', '+ Two 3', '  Last 4']);
    expect(await readPrinted(html, { pageRanges: '1, 4' })).toEqual(['One 1', 'Last 2']);
  });

  test('lead to the height of their elements', async () => {
    const { bytes, document: printed } = await print(
      '<style>p { bookmark-level: 1 }</style><div style="height: 100mm"></div><p>here</p>',
    );
    const [entry] = await readPdf(
      bytes,
      async (document) => (await document.getOutline()) as unknown as OutlineEntry[],
    );
    const [, , , y = 0] = entry?.dest ?? [];
    const { yMm } = await printed.find(1, 'here');
    // The place is the top of the line.
    expect(297 - (y * 25.4) / 72).toBeCloseTo(yMm - 4, -1);
  });

  test('without options.outline there are none, and the tags of the document do not depend on them', async () => {
    const html = `<style>h1 { bookmark-label: "x" }</style>${BOOK}`;
    expect(await readPrinted(html, { outline: false })).toEqual([]);
    expect(await (await print(html)).document.roles(1)).toEqual(await (await print(BOOK)).document.roles(1));
  });

  test('stay in a merge', async () => {
    const { bytes } = await print(
      `<style>h1 { bookmark-label: "Chapter " content() } h2 { bookmark-level: none }</style>${BOOK}`,
    );
    const inputs = async function* () {
      for (const title of ['A', 'B']) yield { title, source: inMemory(bytes) };
    };
    const pieces: Uint8Array[] = [];
    for await (const piece of mergePdfs(inputs(), 'All', unlimited())) pieces.push(piece);
    expect(await readBookmarks(new Uint8Array(Buffer.concat(pieces)))).toEqual([
      expect.stringMatching(/^. A 1$/),
      '  Chapter One 1',
      '  Chapter Two 1',
      expect.stringMatching(/^. B 2$/),
      '  Chapter One 2',
      '  Chapter Two 2',
    ]);
  });

  variation('are in a PDF/A', async () => {
    const finish = {
      metadata: null,
      attachments: [],
      watermark: null,
      encryption: null,
      pdfa: '2b' as const,
    };
    expect(await readPrinted(`<style>h2 { bookmark-level: none }</style>${BOOK}`, { finish })).toEqual([
      'One 1',
      'Two 1',
    ]);
  });

  variation('have at most 50 levels, and at most 5,000 are made', async () => {
    const nested = Array.from(
      { length: 60 },
      (_, index) => `<p style="bookmark-level: ${index + 1}">${index}</p>`,
    );
    const lines = await readPrinted(nested.join(''));
    expect(lines).toHaveLength(60);
    expect(Math.max(...lines.map((line) => line.search(/\S/) / 2))).toBe(49);
    const many = await readPrinted(
      `<style>p { bookmark-level: 1; margin: 0 }</style>${'<p>x'.repeat(5_001)}`,
    );
    expect(many).toHaveLength(5_000);
  });
});
