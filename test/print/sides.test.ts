import { describe, expect, test } from 'vitest';
import { bandOf, jobOf, type JobChanges } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

const printTexts = async (html: string, changes: JobChanges = {}): Promise<string[]> =>
  textsOf(await printer.print(jobOf(`<!doctype html>${html}`, changes)));

describe('a break to a side', () => {
  test.each([
    ['right', ['a', '', 'b']],
    ['recto', ['a', '', 'b']],
    ['left', ['a', 'b']],
    ['verso', ['a', 'b']],
  ])('%s', async (side, expected) => {
    expect(await printTexts(`<p>a<h1 style="break-before: ${side}">b</h1>`)).toEqual(expected);
    expect(
      await printTexts(
        `<p style="page-break-after: ${side === 'verso' ? 'left' : side === 'recto' ? 'right' : side}">a</p><h1>b</h1>`,
      ),
    ).toEqual(expected);
  });

  test('in a document that is read from right to left', async () => {
    const html = (side: string) => `<html dir="rtl"><p>a<h1 style="break-before: ${side}">b</h1>`;
    expect(await printTexts(html('right'))).toEqual(['a', 'b']);
    expect(await printTexts(html('recto'))).toEqual(['a', '', 'b']);
  });

  test('each chapter on a right page, also where an earlier blank page moves it', async () => {
    const chapters = [1, 2, 1, 3, 2].map(
      (pages, index) =>
        `<section><h1>Chapter ${index}</h1>${'<p style="break-after: page">x</p>'.repeat(pages - 1)}<p>end</p></section>`,
    );
    const texts = await printTexts(
      `<style>h1 { break-before: right }</style><p>Title</p>${chapters.join('')}`,
    );
    const starts = texts.flatMap((text, index) => (text.includes('Chapter') ? [index + 1] : []));
    expect(starts).toEqual([3, 5, 7, 9, 13]);
    expect(texts.filter((text) => text === '')).toHaveLength(4);
  });

  test('the first page may be a left one', async () => {
    expect(await printTexts('<h1 style="break-before: left">a</h1>')).toEqual(['', 'a']);
  });

  test('a blank page has no band and no margin box, and counts', async () => {
    const html = `<style>@page { @bottom-center { content: 'box ' counter(page) } } h1 { break-before: right }</style>
      <p>a <b class="totalPages"></b></p><h1>b <b class="pageNumber"></b></h1>`;
    const header = bandOf('head <span class="pageNumber"></span>');
    expect(await printTexts(html, { header })).toEqual(['box 1 a 3 head 1', '', 'box 3 b 3 head 3']);
  });

  test('a blank page has the bands and margin boxes for blank pages', async () => {
    const html = `<style>
      @page { @bottom-center { content: 'box ' counter(page) } @top-left { content: 'left' } }
      @page :blank { background: #ff0; @bottom-center { content: 'blank ' counter(page) } }
      h1 { break-before: right; counter-reset: page 7 }</style><p>a</p><h1>b</h1>`;
    const header = [
      bandOf('empty page <span class="pageNumber"></span>', { pages: ['blank', 'last'] }),
      bandOf('page <span class="pageNumber"></span>'),
    ];
    const printed = await printer.print(jobOf(`<!doctype html>${html}`, { header }));
    expect(await textsOf(printed)).toEqual([
      'left box 1 a page 1',
      'blank 2 empty page 2',
      'left box 7 b empty page 7',
    ]);
    expect(await printed.document.box(2, [255, 255, 0])).toMatchObject({ widthMm: expect.closeTo(210, 0) });
  });

  const BOXES = `<style>@page { @top-left { content: 'box ' counter(page) } } h1, .right { break-before: right }</style>`;

  test('a blank page in a grid has no margin box, and moves no item to another column', async () => {
    const html = `${BOXES}<div style="display: grid; grid-template-columns: 1fr 1fr"><p>a</p><p>b</p><h1>c</h1><p>d</p></div>`;
    const printed = await printer.print(jobOf(`<!doctype html>${html}`));
    expect(await textsOf(printed)).toEqual(['box 1 a b', '', 'box 3 c d']);
    expect(printed.report.warnings).toEqual([]);
    const [first, second] = await Promise.all([printed.document.find(3, 'c'), printed.document.find(3, 'd')]);
    expect(second.xMm).toBeGreaterThan(first.xMm + 50);
  });

  const FILLED = [
    [
      'a table with a head',
      '<table><thead><tr><th>head <a href="https://example.com">link</a></thead><tr><td>a<tr class="right"><td>b</table>',
      ['box 1 head link a', '', 'box 3 head link b'],
    ],
    ['a float', '<div style="float: left"><p>a</p><h1>b</h1></div>', ['box 1 a', '', 'box 3 b']],
  ] as const;

  test.each(FILLED)('a blank page has nothing of others: in %s', async (_, html, expected) => {
    for (const tagged of [false, true]) {
      const printed = await printer.print(jobOf(`<!doctype html>${BOXES}${html}`, { tagged }));
      expect(await textsOf(printed)).toEqual(expected);
      expect(printed.report.warnings.map(({ code }) => code)).not.toContain('BLANK_PAGE_FILLED');
    }
    const header = bandOf('head of <b class="pageNumber"></b>', { pages: ['blank'] });
    const withBand = await printer.print(
      jobOf(`<!doctype html>${BOXES}${html}`, { header, pageRanges: '2-3' }),
    );
    expect(await textsOf(withBand)).toEqual(['head of 2', expected[2]]);
  });

  test.each([
    ['a rule of its own', '<style>@page :blank { @top-left { content: "blank" } }</style>'],
    ['the background of the document', '<style>html { background: #eee }</style>'],
    ['the background of all pages', '<style>@page { background: #eee }</style>'],
  ])('a blank page that is not blank is named: in a table, with %s', async (_, style) => {
    const { report } = await printer.print(jobOf(`<!doctype html>${BOXES}${style}${FILLED[0][1]}`));
    expect(report.warnings.map(({ code }) => code)).toEqual(['BLANK_PAGE_FILLED']);
  });

  test('a document cannot name the blank pages', async () => {
    const html = `<style>@page platen-blank { @top-left { content: 'mine' } } [data-platen-blank] { color: red }
      h1 { break-before: right }</style><p>a</p><h1>b</h1>`;
    expect(await printTexts(html)).toEqual(['a', '', 'b']);
  });

  test.each([
    ['', ['right 1 odd', 'right 3 odd']],
    ['rtl', ['left 1 odd', 'right 2 even']],
  ])('left and right pages are even and odd, whatever their numbers are: %s', async (dir, expected) => {
    const html = `<html dir="${dir}"><style>
      @page:left { @top-left { content: 'left' } } @page:right { @top-left { content: 'right' } }
      h1 { break-before: right; counter-reset: page 3 }</style><p>1</p><h1>${dir === '' ? 3 : 2}</h1>`;
    const header = [bandOf('odd', { pages: ['odd'] }), bandOf('even', { pages: ['even'] })];
    const texts = await printTexts(html, { header, firstPageNumber: 8 });
    expect(texts.filter((text) => text !== '')).toEqual(expected);
  });

  test.each([
    ['', ['first 1', 'left even 2', 'right odd 3']],
    ['rtl', ['first 1', 'right even 2', 'left odd 3']],
  ])('rules for the first, even and odd pages: %s', async (dir, expected) => {
    const html = `<html dir="${dir}"><style>
      @page :left { @top-left { content: 'left' } } @page :right { @top-left { content: 'right' } }
      @page :nth(even) { @top-center { content: 'even' } } @page :nth(2n+1) { @top-center { content: 'odd' } }
      @page :nth(1) { @top-center { content: 'first' } @top-left { content: none } }
      p { break-before: page }</style><p>1</p><p>2</p><p><b class="pageNumber"></b></p>`;
    expect(await printTexts(html)).toEqual(expected);
  });

  test('references have the pages behind blank ones, in two prints', async () => {
    const html = `<style>a { display: block } a::after { content: ' p. ' target-counter(attr(href), page) } h1 { break-before: right }</style>
      <a href="#one">One</a><a href="#two">Two</a><h1 id="one">First</h1><h1 id="two">Second</h1>`;
    const printed = await printer.print(jobOf(`<!doctype html>${html}`));
    expect(await textsOf(printed)).toEqual(['One p. 3 Two p. 5', '', 'First', '', 'Second']);
    expect(Object.keys(printed.report.phases)).toEqual(['load', 'pass1', 'print', 'finish']);
  });
});

describe('bands name the section of a page', () => {
  const header = bandOf(
    '[<span class="sectionTitle"></span> <span class="sectionPage"></span>/<span class="sectionPages"></span>]',
  );
  const html = `<style>h1, h2 { break-before: page }</style><p>Preface</p><h1>One  &amp; only</h1><p style="break-before: page">x</p><h1>Two</h1><h2 class="x">Part</h2>`;

  test('of the nearest h1', async () => {
    expect(await printTexts(html, { header })).toEqual([
      'Preface [ /]',
      'One & only [One & only 1/2]',
      'x [One & only 2/2]',
      'Two [Two 1/2]',
      'Part [Two 2/2]',
    ]);
  });

  test('of a selector', async () => {
    const texts = await printTexts(html, { header, sections: 'h1, h2.x' });
    expect(texts.slice(3)).toEqual(['Two [Two 1/1]', 'Part [Part 1/1]']);
  });

  test('of the first one that begins on a page, and then of the last one', async () => {
    const titles = '<h1>One</h1><h1>Two</h1><h1>Three</h1><p style="break-before: page">x</p>';
    expect(await printTexts(titles, { header })).toEqual(['One Two Three [One 1/1]', 'x [Three 2/2]']);
  });

  test('with page ranges, and a selector that is not valid', async () => {
    expect(await printTexts(html, { header, pageRanges: '3' })).toEqual(['x [One & only 2/2]']);
    await expect(printer.print(jobOf(html, { header, sections: 'h1[' }))).rejects.toMatchObject({
      detail: expect.stringMatching(/^options\.sections: /),
    });
  });
});
