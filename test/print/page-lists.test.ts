import { expect, test } from 'vitest';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { jobOf } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

const STYLE = '<!doctype html><style>h2 { break-before: page }</style>';

/** Each page from the second has a heading with its number as its id. */
const pagesUntil = (last: number): string =>
  Array.from(
    { length: last - 1 },
    (_, index) => `<h2 id="p${index + 2}">Page</h2><i id="q${index + 2}">x</i>`,
  ).join('');

const listOf = (pages: readonly (number | string)[], attributes = ''): string =>
  `<p>Ink <span class="pageNumbers" ${attributes}>${pages.map((page) => `<a href="#${typeof page === 'string' ? page : `p${page}`}"></a>`).join(' ')}</span>.`;

test.each(
  typical(
    [
      ['three or more consecutive pages are a range', [3, 7, 8, 9], 'Ink 3, 7–9.'],
      ['two consecutive pages are not', [3, 4, 8], 'Ink 3, 4, 8.'],
      ['a page is listed once', [3, 'q3', 3, 8], 'Ink 3, 8.'],
      ['equal pages do not end a range', [3, 'q3', 4, 5, 'q5'], 'Ink 3–5.'],
      ['pages are sorted', [10, 9, 2, 8], 'Ink 2, 8–10.'],
      ['links that lead nowhere are left out', ['none', 4, 'gone'], 'Ink 4.'],
      ['one page', [5], 'Ink 5.'],
    ],
    3,
  ),
)('%s', LONG, async (_, pages, expected) => {
  const { document } = await printer.print(jobOf(STYLE + listOf(pages) + pagesUntil(10)));
  expect(await document.text(1)).toBe(expected);
});

test('the document has its own separators, and numbers begin with the first page number', async () => {
  const list = listOf([2, 3, 4, 8], 'data-separator="; " data-range-separator=" to "');
  const job = jobOf(STYLE + list + pagesUntil(8), { firstPageNumber: 98 });
  const { document } = await printer.print(job);
  expect(await document.text(1)).toBe('Ink 99 to 101; 105.');
});

test('pages with roman numbers are listed first, and are in no range with others', async () => {
  const style = `${STYLE.replace('</style>', '')} @page front { @bottom-center { content: counter(page, lower-roman) } }
    .front { page: front } #p5 { counter-reset: page }</style>`;
  const pages = pagesUntil(8).replace('<h2 id="p5"', '</div><h2 id="p5"');
  const html = `${style}<div class="front">${listOf([8, 7, 6, 5, 4, 3, 2])}${pages}`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('i Ink ii–iv, 1–4.');
});

variation('a list has its own style', async () => {
  const { document } = await printer.print(
    jobOf(STYLE + listOf([2, 4], 'data-style="upper-roman"') + pagesUntil(4)),
  );
  expect(await document.text(1)).toBe('Ink II, IV.');
});

test('each number is a link to its place', async () => {
  const { bytes } = await printer.print(jobOf(STYLE + listOf([2, 4, 5, 6]) + pagesUntil(6)));
  const annotations = await readPdf(bytes, async (document) => (await document.getPage(1)).getAnnotations());
  expect(annotations.map(({ dest }) => dest)).toEqual(['p2', 'p4', 'p6']);
});

test('a link to no element is left out, with a warning', async () => {
  const { document, report } = await printer.print(jobOf(STYLE + listOf(['nope', 2]) + pagesUntil(2)));
  expect(await document.text(1)).toBe('Ink 2.');
  expect(report.warnings.filter(({ code }) => code !== 'DEAD_LINKS')).toEqual([
    expect.objectContaining({ code: 'REFERENCE_MISSING', message: expect.stringContaining('"nope"') }),
  ]);
});

test('a target without a box is left out, with a warning', async () => {
  const html = `${STYLE}${listOf(['hidden', 2])}<p id="hidden" style="display: none">x</p>${pagesUntil(2)}`;
  const { document, report } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('Ink 2.');
  expect(report.warnings).toEqual([expect.objectContaining({ code: 'REFERENCE_MISSING' })]);
});

variation('a list in the head of a table is left out, with a warning', async () => {
  const html = `${STYLE}<table><thead><tr><th>${listOf([2])}</thead><tr><td>x</table>${pagesUntil(2)}`;
  const { document, report } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('Ink . x');
  expect(report.warnings).toEqual([expect.objectContaining({ code: 'REFERENCE_REPEATED' })]);
});

test('links with a text stay as they are', async () => {
  const html = `${STYLE}<p class="pageNumbers"><a href="#p2">see</a><a href="#p2"></a></p>${pagesUntil(2)}`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('see');
});

variation('a list in an open shadow tree', async () => {
  const html = `${STYLE}<div><template shadowrootmode="open">${listOf([2, 3, 4])}</template></div>${pagesUntil(4)}`;
  const { document } = await printer.print(jobOf(html));
  expect(await document.text(1)).toBe('Ink 2–4.');
});

variation('an index that is in front of its pages, and grows, is right', async () => {
  const all = Array.from({ length: 300 }, (_, index) => index + 20);
  const entries = all.map((page) =>
    listOf([page, Math.max(20, page - 7), `q${page}`]).replace('Ink', `Entry${page}`),
  );
  const html = `${STYLE}${entries.join('')}${Array.from({ length: 301 }, (_, index) => `<h2 id="p${index + 20}">Page ${index + 20}x</h2><i id="q${index + 20}">x</i>`).join('')}`;
  const texts = await textsOf(await printer.print(jobOf(html)));
  const pageOf = (page: number) => texts.findIndex((text) => text.includes(`Page ${page}x`)) + 1;
  for (const page of all) {
    const [, list] = new RegExp(`Entry${page} ([\\d, ]+)\\.`).exec(texts.join(' ')) ?? [];
    const expected = [...new Set([pageOf(Math.max(20, page - 7)), pageOf(page)])];
    expect(list).toBe(expected.join(', '));
  }
});

variation('links of lists count as references, and 20,000 in one list are printed', async () => {
  const links = (count: number) =>
    `<p class="pageNumbers">${'<a href="#p2"></a>'.repeat(count)}</p>${pagesUntil(2)}`;
  const { document } = await printer.print(jobOf(STYLE + links(20_000)));
  expect(await document.text(1)).toBe('2');
  await expect(printer.print(jobOf(STYLE + links(20_001)))).rejects.toMatchObject({
    detail: 'htmlContent: the document has more than 20,000 references',
  });
});
