import { describe, expect, test } from 'vitest';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { bandOf, jobOf, type JobChanges } from './support/jobs.ts';
import { type Printed, textsOf, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();

const print = (html: string, changes: JobChanges = {}): Promise<Printed> =>
  printer.print(jobOf(`<!doctype html>${html}`, changes));

const labelsOf = ({ bytes }: Printed): Promise<string[] | null> =>
  readPdf(bytes, (document) => document.getPageLabels());

/** Each page shows its number in its text, in a reference, in a margin box and in a band. */
const SHOWN = `<style>
  @page { @bottom-center { content: 'box ' counter(page) '/' counter(pages) } }
  p { break-before: page } a::after { content: ' ref ' target-counter(attr(href), page) }
</style>`;
const page = (id: string, style = ''): string =>
  `<p id="${id}" style="${style}">text <b class="pageNumber"></b> <a href="#${id}"></a></p>`;
const header = bandOf('band <i class="pageNumber"></i>/<i class="totalPages"></i>');

const shown = (numbers: readonly (number | string)[], last = numbers.length): string[] =>
  numbers.map((number) => `box ${number}/${last} text ${number} ref ${number} band ${number}/${last}`);

describe('counter-reset: page', () => {
  test.each([
    ['without a number', 'counter-reset: page', [1, 2, 1, 2]],
    ['with a number', 'counter-reset: chapter page 7', [1, 2, 7, 8]],
    ['as counter-set', 'counter-set: page 7', [1, 2, 7, 8]],
  ])('%s', async (_, style, numbers) => {
    const printed = await print(SHOWN + page('a') + page('b') + page('c', style) + page('d'), { header });
    expect(await textsOf(printed)).toEqual(shown(numbers));
    expect(await labelsOf(printed)).toEqual(numbers.map(String));
  });
});

test('numbers restart on the page of an element in the middle of a page', async () => {
  const printed = await print(
    `${SHOWN}${page('a')}${page('b')}<div style="counter-reset: page 5">middle</div>${page('c')}`,
  );
  const texts = await textsOf(printed);
  expect(texts.map((text) => /box (\d+)/.exec(text)?.[1])).toEqual(['1', '5', '6']);
});

test('pages can count by another number, such as a cover that does not count', async () => {
  const rules =
    '<style>@page cover { counter-increment: page 0 } @page double { counter-increment: page 2 }</style>';
  const html =
    page('a', 'page: cover') + page('b') + page('c', 'page: double') + page('d', 'page: double') + page('e');
  const printed = await print(SHOWN + rules + html, { header });
  expect(await textsOf(printed)).toEqual(shown([0, 1, 3, 5, 6]));
  expect(await labelsOf(printed)).toEqual(['0', '1', '3', '5', '6']);
});

const FRONT = `<style>
  @page { @bottom-center { content: counter(page) } }
  @page front { @bottom-center { content: counter(page, lower-roman) } }
  .front { page: front } h1, h2 { break-before: page } .main { counter-reset: page }
  a { display: block } a::after { content: ' ' target-counter(attr(href), page) }
  a.roman::after { content: ' ' target-counter(attr(href), page, lower-roman) }
</style>`;
const book = (main = '<h1 id="one" class="main">One</h1><h1>Two</h1>'): string =>
  `${FRONT}<nav class="front"><a href="#one">One</a><a class="roman" href="#preface">Preface</a><h2 id="preface">Preface</h2></nav>${main}`;

describe('roman front matter', () => {
  test('in margin boxes, references, bands and page labels', async () => {
    const printed = await print(book(), { header: bandOf('band <i class="pageNumber"></i>') });
    expect(await textsOf(printed)).toEqual([
      'i One 1 Preface ii band i',
      'ii Preface band ii',
      '1 One band 1',
      '2 Two band 2',
    ]);
    expect(await labelsOf(printed)).toEqual(['i', 'ii', '1', '2']);
  });

  test('with blank pages, which belong to the pages before them', async () => {
    const printed = await print(
      book().replace('.main {', '.main { break-before: right;').replace('<h2 id="preface">Preface</h2>', ''),
    );
    expect(await labelsOf(printed)).toEqual(['i', 'ii', '1', '2']);
  });

  variation('with a first number, and some of the pages', async () => {
    const printed = await print(book(), { firstPageNumber: 3, pageRanges: '2-3' });
    expect(await textsOf(printed)).toEqual(['iv Preface', '1 One']);
    expect(await labelsOf(printed)).toEqual(['iv', '1']);
  });

  test('a rule for named pages restarts the numbers too', async () => {
    const main = '<main style="page: main"><h1 id="one">One</h1><h1>Two</h1></main>';
    const printed = await print(`<style>@page main { counter-reset: page }</style>${book(main)}`);
    expect(await textsOf(printed)).toEqual(['i One 1 Preface ii', 'ii Preface', '1 One', '2 Two']);
    expect(await labelsOf(printed)).toEqual(['i', 'ii', '1', '2']);
  });

  test.each(
    typical(
      [
        [
          'the last rule',
          '@page { @top-left { content: counter(page) } } @page { @top-left { content: counter(page, upper-roman) } }',
        ],
        [
          'a rule outside of layers',
          '@page { @top-left { content: counter(page, upper-roman) } } @layer x { @page { @top-left { content: counter(page) } } }',
        ],
        [
          'a rule for all pages',
          '@page:left { @top-left { content: none } } @page { @top-left { content: counter(page, upper-roman) } }',
        ],
      ],
      3,
    ),
  )('the style is that of %s', LONG, async (_, rules) => {
    const printed = await print(`<style>${rules}</style><p>a`);
    expect(await textsOf(printed)).toEqual(['I a']);
    expect(await labelsOf(printed)).toEqual(['I']);
  });

  test('without other numbers', async () => {
    const printed = await print(
      `<style>@page front { @top-left { content: counter(page, upper-alpha) } } section { page: front }</style><section>a</section><p>b`,
    );
    expect(await textsOf(printed)).toEqual(['A a', 'b']);
    expect(await labelsOf(printed)).toEqual(['A', '2']);
  });

  test.each(
    typical(['<p>b', '<b>b</b>', '<div style="display: contents"><p>b</div>', '<table><tr><td>b</table>'], 1),
  )('ends before %s', LONG, async (next) => {
    const front =
      '<style>@page front { @top-left { content: counter(page, lower-roman) } } .front { page: front }</style>';
    const printed = await print(
      `${front}<div><section class="front">a</section> <a id="x"></a></div><script>0</script>${next}<i class="front">c</i>`,
    );
    expect(await textsOf(printed)).toEqual(['i a', expect.stringMatching(/^b ?c$/)]);
    expect(await labelsOf(printed)).toEqual(['i', '2']);
  });

  test('an element may choose its style, in the text and in bands', async () => {
    const html = `<p>text <b class="pageNumber" data-style="upper-roman"></b></p><h1 style="break-before: page">x</h1>`;
    const styled = bandOf(`<i class="pageNumber" data-style="lower-roman"></i> <i class="pageNumber"></i>`);
    const printed = await print(html, { header: styled, firstPageNumber: 4 });
    expect(await textsOf(printed)).toEqual(['text IV iv 4', 'x v 5']);
  });
});

test.each(
  typical(
    [
      ['upper-greek', '', ['ΑΔ', 'ΑΕ']],
      ['unknown', '', ['28', '29']],
      ['x', '@counter-style x { system: extends lower-roman; pad: 7 "-" }', ['-xxviii', '---xxix']],
      ['x', '@counter-style x { system: numeric; symbols: a b }', ['bbbaa', 'bbbab']],
      ['x', '@counter-style x { system: alphabetic; symbols: "a" "b" }', ['bbab', 'bbba']],
      ['x', `@counter-style x { system: cyclic; symbols: '\\22' "\\\\" }`, ['\\', '"']],
      ['x', '@counter-style x { system: fixed 28; symbols: y }', ['y', '29']],
      [
        'x',
        '@media print { @counter-style x { symbols: a b c; range: 0 28, 40 infinite } }',
        ['a'.repeat(10), '29'],
      ],
      [
        'x',
        '@counter-style x { system: additive; additive-symbols: 10 X, 1 "I" }',
        ['XX' + 'I'.repeat(8), 'XX' + 'I'.repeat(9)],
      ],
      ['x', '@counter-style x { symbols: "*"; range: 0 28; fallback: x }', ['*'.repeat(28), '29']],
    ],
    4,
  ),
)('the counter style %s %s', LONG, async (style, rule, expected) => {
  const html = `<style>${rule} @page { @top-left { content: 'box ' counter(page, ${style}) } }</style><p>text <b class="pageNumber"></b><p style="break-before: page">.`;
  const printed = await print(html, {
    firstPageNumber: 28,
    header: bandOf('band <i class="pageNumber"></i>'),
  });
  expect(await textsOf(printed)).toEqual([
    `box ${expected[0]} text ${expected[0]} band ${expected[0]}`,
    `box ${expected[1]} . band ${expected[1]}`,
  ]);
  expect(await labelsOf(printed)).toEqual(expected);
});

describe('firstPageNumber', () => {
  test('counts everywhere', async () => {
    const printed = await print(SHOWN + page('a') + page('b'), { header, firstPageNumber: 9 });
    expect(await textsOf(printed)).toEqual(shown([9, 10], 10));
    expect(await labelsOf(printed)).toEqual(['9', '10']);
    expect(Object.keys(printed.report.phases)).toEqual(['load', 'pass1', 'print', 'finish']);
  });

  test('in a document without references, in one print', async () => {
    const html = `<style>:root { --box: counter(page, decimal-leading-zero) } @page { @top-left { content: var(--box) } }</style><p>a`;
    const printed = await print(html, { firstPageNumber: 0 });
    expect(await textsOf(printed)).toEqual(['00 a']);
    expect(await labelsOf(printed)).toEqual(['00']);
    expect(Object.keys(printed.report.phases)).toEqual(['load', 'print', 'finish']);
  });

  test('with some of the pages', async () => {
    const html = '<p>a<h1 style="break-before: page">b</h1><h1 style="break-before: page">c</h1>';
    const printed = await print(html, { firstPageNumber: 7, pageRanges: '1,3' });
    expect(await labelsOf(printed)).toEqual(['7', '9']);
  });
});

test.each(typical(['<p>a', SHOWN + page('a'), '<body style="counter-reset: page"><p>a'], 1))(
  'a document that is counted from 1 has no page labels: %s',
  LONG,
  async (html) => {
    expect(await labelsOf(await print(html))).toBeNull();
  },
);

test('a form may have a field with the name "style"', async () => {
  const form = '<form style="counter-reset: step"><input name="style"></form>';
  const printed = await print(`${form}${page('a', 'counter-reset: page 5')}`);
  expect(await labelsOf(printed)).toEqual(['5']);
});

test('too many counter styles of margin boxes are refused', async () => {
  const rules = Array.from(
    { length: 21 },
    (_, index) => `@page p${index} { @top-left { content: counter(page, s${index}) } }`,
  );
  await expect(print(`<style>${rules.join('')}</style>x`)).rejects.toMatchObject({
    detail: 'htmlContent: margin boxes show page numbers in more than 20 counter styles',
  });
});

variation('a PDF/A has page labels', async () => {
  const finish = { metadata: null, attachments: [], watermark: null, encryption: null };
  const archived = await print(`<html lang="en"><title>Book</title>${book()}`, {
    finish: { ...finish, pdfa: '2b' },
  });
  expect(await labelsOf(archived)).toEqual(['i', 'ii', '1', '2']);
});

test.each(
  typical(
    [
      '<style>i { counter-reset: page }</style>',
      '<style>@page odd { counter-reset: page } i { display: block } i:nth-child(odd) { page: odd }</style>',
    ],
    1,
  ),
)('too many places where numbers start again are refused: %s', LONG, async (style) => {
  await expect(print(style + '<i>x</i>'.repeat(10_001))).rejects.toMatchObject({
    detail: 'htmlContent: the document needs the pages of more than 10,000 elements',
  });
});
