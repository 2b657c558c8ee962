import { describe, expect, test } from 'vitest';
import { leastRatio } from '../support/hostile/cpu.ts';
import { bandOf, jobOf } from './support/jobs.ts';
import { type Printed, textsOf, usePrinter } from './support/printer.ts';
import { IS_THOROUGH, LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

/** Page 1 has no string. Page 2 begins with A, and page 3 has B and C after a text. Page 4 has none, and page 5 begins with D. */
const PAGES = `<p>one</p>
  <div style="break-before: page"><h2>A</h2><p>two</p></div>
  <p style="break-before: page">three</p><h2>B</h2><h2>C</h2>
  <p style="break-before: page">four</p>
  <h2 style="break-before: page">D</h2>`;

const SET = 'h2 { string-set: title content() }';

const VALUES = [
  ['first', ['', 'A', 'B', 'C', 'D']],
  ['start', ['', 'A', 'A', 'C', 'D']],
  ['last', ['', 'A', 'C', 'C', 'D']],
  ['first-except', ['', '', '', 'C', '']],
] as const;

/** Returns what stands in square brackets on each page. */
async function bracketsOf(printed: Printed): Promise<string[]> {
  const texts = await textsOf(printed);
  return texts.map((text) => /\[(.*)\]/.exec(text)?.[1]?.trim() ?? 'none');
}

const inBox = (content: string): string => `@page { @top-center { content: ${content} } }`;

const documentOf = (style: string, body = PAGES): string => `<!doctype html><style>${style}</style>${body}`;

describe('string()', () => {
  test.each(typical(VALUES, 2))('in a margin box: %s', LONG, async (position, expected) => {
    const html = documentOf(`${SET} ${inBox(`'[' string(title, ${position}) ']'`)}`);
    expect(await bracketsOf(await printer.print(jobOf(html)))).toEqual(expected);
  });

  test.each(typical(VALUES, 2))('in a band: %s', LONG, async (position, expected) => {
    const band = bandOf(`<style>b::after { content: '[' string(title, ${position}) ']' }</style><b></b>`);
    expect(await bracketsOf(await printer.print(jobOf(documentOf(SET), { header: band })))).toEqual(expected);
  });
});

test.each(
  typical(
    [
      ['content()', 'A “quoted" \\ text'],
      ['content(text)', 'A “quoted" \\ text'],
      ['content(before)', '§ 1'],
      ['content(first-letter)', 'A'],
      ['attr(title)', 'it\'s "x"'],
      ['attr(none)', ''],
      ['"– " counter(c, upper-roman) "/" counters(c, ".") " –"', '– I/1 –'],
      ['"a\\"b\\A c"', 'a"b c'],
      ['"," attr(title) "(;"', ',it\'s "x"(;'],
      ['/* , ( */ content() /* "no" */', 'A “quoted" \\ text'],
    ],
    4,
  ),
)('the value %s', LONG, async (value, expected) => {
  const style = `h2 { counter-increment: c; string-set: other "no", /* other */ title ${value} } h2::before { content: '§ ' counter(c) }`;
  const body = `<h2 title="it's &quot;x&quot;">A “quoted" \\\n text</h2>`;
  const html = documentOf(`${style} ${inBox(`'[' string(title) ']'`)}`, body);
  expect(await bracketsOf(await printer.print(jobOf(html)))).toEqual([expected]);
});

test('the rule that wins sets the string, and it is not inherited', async () => {
  const style = `h2 { string-set: title "no" } h2.a { string-set: title "yes" !important } h2 { string-set: none }`;
  const html = documentOf(
    `${style} ${inBox(`'[' string(title, last) ']'`)}`,
    '<h2 class="a">A<i>B</i></h2><h2>C</h2>',
  );
  expect(await bracketsOf(await printer.print(jobOf(html)))).toEqual(['yes']);
});

variation('several strings, on named and left pages, from a style attribute', async () => {
  const html = documentOf(
    `h2 { string-set: a content(), b attr(id) } @page named { @top-left { content: '[' string(a) '|' } @top-right { content: string(b) ']' } }
    @page :left { @top-center { content: '[left ' string(c) ']' } } .n { page: named }`,
    `<p style="string-set: c 'C'">x</p><p style="break-before: page">y</p><div class="n"><h2 id="i1">One</h2></div>`,
  );
  const texts = await bracketsOf(await printer.print(jobOf(html)));
  expect(texts.map((text) => text.replaceAll(/\s/g, ''))).toEqual(['none', 'leftC', 'One|i1']);
});

variation('a string that only later pages have, on 150 pages', async () => {
  const body = Array.from(
    { length: 150 },
    (_, index) => `<p style="break-before: page">x</p>${index % 3 === 2 ? `<h2>T ${index}</h2>` : ''}`,
  ).join('');
  const html = documentOf(`${SET} ${inBox(`'[' string(title) ' / ' counter(page) ']'`)}`, body);
  const texts = await bracketsOf(await printer.print(jobOf(html)));
  expect(texts).toEqual(
    Array.from({ length: 150 }, (_, index) => {
      const at = index % 3 === 2 ? index : index - (index % 3) - 1;
      return `${at > 0 ? `T ${at}` : ''} / ${index + 1}`.trim();
    }),
  );
});

test('a string has the number of its page, in a margin box and in a band', async () => {
  const set = `h2 { string-set: place counter(page) ' of ' counter(pages) ', ' counter(page, lower-roman) }`;
  const html = documentOf(`${set} ${inBox(`'[' string(place) ']'`)}`);
  const expected = ['', '12 of 15, xii', '13 of 15, xiii', '13 of 15, xiii', '15 of 15, xv'];
  expect(await bracketsOf(await printer.print(jobOf(html, { firstPageNumber: 11 })))).toEqual(expected);
  const footer = bandOf('<style>b::after { content: string(place) }</style>[<b></b>]');
  const inBand = documentOf(set);
  expect(await bracketsOf(await printer.print(jobOf(inBand, { firstPageNumber: 11, footer })))).toEqual(
    expected,
  );
});

variation(
  'an element that is not displayed sets its string at the next one, and never at the top of a page',
  async () => {
    const style = `h2 { display: none; string-set: title content() } ${inBox(`'[' string(title) '/' string(title, start) ']'`)}`;
    const body = '<h2>A</h2><p>one</p><div style="break-before: page"><h2>B</h2><p>two</p></div><h2>C</h2>';
    expect(await bracketsOf(await printer.print(jobOf(documentOf(style, body))))).toEqual(['A/', 'B/A']);
  },
);

variation('strings hold with page ranges and blank pages', async () => {
  const html = documentOf(
    `${SET} section { break-before: right }`,
    '<h2>A</h2><section><h2>B</h2></section><section><h2>C</h2></section>',
  );
  const band = bandOf(`<style>b::after { content: '[' string(title) ']' }</style><b></b>`);
  const printed = await printer.print(jobOf(html, { header: band, pageRanges: '3-5' }));
  expect(await bracketsOf(printed)).toEqual(['B', 'none', 'C']);
});

variation('a text is cut after 200 characters, and too many values are refused', async () => {
  const box = inBox(`'[' string(title) ']'`);
  const long = documentOf(
    `h2 { string-set: title attr(title) } ${box} @page { margin: 40mm }`,
    `<h2 title="${'word '.repeat(100)}">A</h2>`,
  );
  const [text] = await bracketsOf(await printer.print(jobOf(long)));
  expect(text?.match(/word/g)).toHaveLength(40);
  const many = documentOf(`i { string-set: title "x" } ${box}`, '<i>'.repeat(20_001));
  await expect(printer.print(jobOf(many.replaceAll('<i>', '<i></i>')))).rejects.toMatchObject({
    detail: 'htmlContent: `string-set` sets more than 20,000 values',
  });
});

variation('too many strings in margin boxes are refused', async () => {
  const uses = Array.from({ length: 21 }, (_, index) => `string(s${index})`).join(' ');
  await expect(printer.print(jobOf(documentOf(inBox(uses), '<p>x')))).rejects.toMatchObject({
    detail: 'htmlContent: margin boxes show more than 20 named strings',
  });
});

/** The time to print so many values on so many pages, in milliseconds. */
async function timeOf(values: number, pages: number): Promise<number> {
  const style = `${SET} h2 { font: 4px/1 serif; margin: 0 } ${inBox('string(title)')}`;
  const section = `<section style="break-before: page">${'<h2>x</h2>'.repeat(values / pages)}</section>`;
  const job = jobOf(documentOf(style, section.repeat(pages)));
  const start = performance.now();
  const { document } = await printer.print(job);
  expect(document.pageCount).toBe(pages);
  return performance.now() - start;
}

/** A product of values and pages, or a square of one of them, would be 4 times the proportion. */
const MAX_OVER_PROPORTION = 1.6;

test.each<[what: string, values: number, pages: number]>(
  IS_THOROUGH
    ? [
        ['2 times the values', 5_000, 50],
        ['4 times the values', 10_000, 50],
        ['4 times the pages', 2_500, 200],
        ['4 times both', 10_000, 200],
      ]
    : [],
)('the most values take time in proportion to the document: %s', LONG, async (_what, values, pages) => {
  const bound = Math.max(values / 2_500, pages / 50) * MAX_OVER_PROPORTION;
  const ratio = await leastRatio(
    () => timeOf(values, pages),
    () => timeOf(2_500, 50),
    bound,
  );
  expect(ratio).toBeLessThan(bound);
});
