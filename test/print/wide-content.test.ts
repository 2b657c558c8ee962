import { FaultyDocument } from '@platen/print-engine';
import { describe, expect, test } from 'vitest';
import { type JobChanges, jobOf, sides } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

const columns = (count: number): string =>
  `<style>body { margin: 0 } td { white-space: nowrap }</style><p>text</p><table class="wide"><tr>${Array.from(
    { length: count },
    (_, index) => `<td>column ${index} with a long heading`,
  ).join('')}<td><div style="width: 20px; height: 9px; background: #f00"></div></table>`;

const warningsOf = async (html: string, changes: JobChanges = {}) =>
  (await printer.print(jobOf(html, changes))).report.warnings
    .filter(({ code }) => code === 'CONTENT_WIDE')
    .map(({ message }) => message);

/** Returns whether the end of the last column is on the paper. */
async function showsEnd(html: string, changes: JobChanges): Promise<boolean> {
  const { document } = await printer.print(jobOf(html, { contentMargin: sides(0), ...changes }));
  return (await document.box(1, [255, 0, 0])) !== null;
}

describe('content that is wider than the page', () => {
  const box = (style: string) =>
    `<style>body { margin: 0 }</style><p>text</p><div id="box" style="height: 9px; ${style}">`;

  test('is a warning with the element and both widths, and a fault of overflow', async () => {
    expect(await warningsOf(box('width: 400mm'))).toEqual([
      '`div#box` is 1512 px (400 mm) wide, and the page has 718 px (190 mm): the document is shrunk to 66 %, and what is more ' +
        'than 1077 px (285 mm) from the edge is cut. Let it wrap, or set `options.fit` to "width", or take a wider page.',
    ]);
    await expect(printer.print(jobOf(columns(14), { failOn: ['overflow'] }))).rejects.toThrow(FaultyDocument);
  });

  test('is named by its place if it is not wide itself', async () => {
    expect(await warningsOf(box('position: absolute; left: 300mm; width: 100mm'))).toEqual([
      expect.stringMatching(/^`div#box` ends 1512 px \(400 mm\) from the edge, and the page has/),
    ]);
  });

  test('is a warning also if it is only shrunk', async () => {
    expect(await warningsOf(columns(4))).toEqual([
      expect.stringMatching(/^`table\.wide` is \d{3} px .*: the document is shrunk to \d\d %\. Let/),
    ]);
  });

  test.each<[string, string, RegExp, JobChanges]>([
    ['a text that does not wrap', `<p class="a">${'Donaudampfschiff'.repeat(20)}`, /^`p\.a` is/, {}],
    [
      'a box that begins late',
      '<div id="late" style="margin-left: 500px; width: 400px; height: 9px">',
      /^`div#late` ends 9\d\d px/,
      {},
    ],
    [
      'a box between margins of the document',
      '<style>@page { margin: 40mm }</style><div style="width: 180mm; height: 9px">',
      /^`div` is 680 px \(180 mm\) wide, and the page has 492 px \(130 mm\)/,
      { documentMargin: true, contentMargin: sides(0) },
    ],
    [
      'a box on the paper of the document',
      '<style>@page { size: A5 landscape; margin: 0 }</style><div style="width: 220mm; height: 9px">',
      /the page has 794 px \(210 mm\)/,
      { preferCssPageSize: true, contentMargin: sides(0) },
    ],
    [
      'a box of a document that is read from the right',
      '<html dir="rtl"><div style="width: 250mm; height: 9px">',
      /^`div` is 945 px/,
      {},
    ],
  ])('is found: %s', async (_, html, message, changes) => {
    expect(await warningsOf(html, changes)).toEqual([expect.stringMatching(message)]);
  });

  test.each<[string, string, JobChanges]>([
    ['fills the page', '<div style="width: 100%; height: 9px">', {}],
    [
      'is cut by a box',
      '<div style="overflow: hidden"><div style="width: 400mm; height: 9px"></div></div>',
      {},
    ],
    ['is hidden beside the page', '<div style="position: fixed; left: -9999px">menu', {}],
    ['is no text', '<div style="margin-left: -30mm; background: red; height: 9px">', {}],
    [
      'is on a named page, which has its own paper',
      '<style>@page { size: A4 } @page wide { size: A4 landscape } div { page: wide; width: 270mm }</style><p>text</p><div>wide</div>',
      { preferCssPageSize: true, contentMargin: sides(0) },
    ],
    [
      'is on a named page with less margin',
      '<style>@page { margin: 40mm } @page full { margin: 0 } div { page: full; width: 200mm; height: 9px }</style><p>text</p><div>',
      { documentMargin: true, contentMargin: sides(0) },
    ],
    [
      'fits on the paper of the document',
      '<style>@page { size: A4 landscape; margin: 0 } body { margin: 0 }</style><div style="width: 290mm; height: 9px">',
      { preferCssPageSize: true, contentMargin: sides(0) },
    ],
  ])('is not a warning if it %s', async (_, html, changes) => {
    expect(await warningsOf(html, changes)).toEqual([]);
  });

  const NAMED =
    '@page { size: A4; margin: 0 } @page wide { size: A4 landscape; margin: 10mm } .wide { page: wide }';
  test.each<[string, string, JobChanges]>([
    [
      NAMED,
      '`div#box` is 1323 px (350 mm) wide, and the page has 1047 px (277 mm): what is more than 1047 px (277 mm) from the edge is cut.',
      { preferCssPageSize: true },
    ],
    [
      '@page { margin: 5mm } @page wide { margin: 30mm } .wide { page: wide }',
      '`div#box` is 1323 px (350 mm) wide, and the page has 568 px (150 mm)',
      { documentMargin: true },
    ],
  ])('is measured by its named page: %s', async (css, message, changes) => {
    const html = `<style>${css}</style><p>text</p><section class="wide"><div id="box" style="width: 350mm; height: 9px"></div></section>`;
    const own = { contentMargin: sides(0), ...changes };
    expect(await warningsOf(html, own)).toEqual([expect.stringContaining(message)]);
    await expect(printer.print(jobOf(html, { ...own, failOn: ['overflow'] }))).rejects.toThrow(
      FaultyDocument,
    );
  });

  test.each<[string, string, RegExp]>([
    [
      'content of CSS',
      '<style>p::after { content: ""; display: block; width: 400mm; height: 9px }</style><p>a',
      /^`html` is 1512 px/,
    ],
    [
      'a box that is not shown',
      '<div style="visibility: hidden; width: 400mm; height: 9px">',
      /^`html` is 1512 px/,
    ],
    [
      'a box of a shadow tree',
      '<div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = `<p id="in" style="width: 400mm">text`</script>',
      /^`p#in` is 1512 px/,
    ],
  ])('is found where it makes the document smaller: %s', async (_, html, message) => {
    expect(await warningsOf(`<style>body { margin: 0 }</style>${html}`)).toEqual([
      expect.stringMatching(message),
    ]);
  });

  test.each<[string, string, string]>([
    [
      'a box that is read from the right',
      '<div dir="rtl"><p style="width: 400mm">' + 'text '.repeat(99),
      'p` (on the left)',
    ],
    [
      'a box that is read from the left',
      '<html dir="rtl"><div dir="ltr"><p style="width: 400mm">' + 'text '.repeat(99),
      'p` (on the right)',
    ],
    ['columns', '<div dir="rtl"><table class="wide"><tr>' + '<td>column'.repeat(40), 'td` (on the left)'],
    ['a negative margin', '<h1 style="margin-left: -9mm">Title of this document', 'h1` (on the left)'],
    [
      'a fixed box',
      '<p style="position: fixed; left: 170mm; white-space: nowrap">A stamp on each page',
      'p` (on the right)',
    ],
  ])('is found where text is cut and nothing is shrunk: %s', async (_, html, place) => {
    const message = expect.stringContaining(`The text of \`${place}`);
    expect(await warningsOf(html)).toEqual([message]);
    expect(await warningsOf(html, { fitWidth: true })).toEqual([message]);
  });

  test('is on the paper with `fit`, and without a warning', async () => {
    const fitted = { fitWidth: true, failOn: ['overflow'] } as const;
    expect(await showsEnd(columns(14), {})).toBe(false);
    expect(await showsEnd(columns(14), fitted)).toBe(true);
    const ownMargins = `<style>@page { margin: 20mm }</style>${columns(14)}`;
    expect(await showsEnd(ownMargins, { ...fitted, documentMargin: true })).toBe(true);
    expect(await warningsOf(columns(14), fitted)).toEqual([]);
  });

  test.each(['html', 'body'])(
    'is none in a document whose %s is vertical: its pages follow along its width',
    async (root) => {
      const html = `<style>${root} { writing-mode: vertical-rl }</style>${'<p>A column of text.</p>'.repeat(60)}`;
      expect(await warningsOf(html)).toEqual([]);
      const [plain, fitted] = await Promise.all(
        [{}, { fitWidth: true }].map((changes) => printer.print(jobOf(html, changes))),
      );
      expect(plain?.document.pageCount).toBeGreaterThan(1);
      expect(fitted?.document.pageCount).toBe(plain?.document.pageCount);
    },
  );

  const LAST = '<div dir="ltr" style="width: 20px; height: 9px; background: #f00"></div>';
  const FROM_RIGHT = `<p>TITLE<div style="width: 2000px">START<p style="text-align: left">END${LAST}</div>`;
  const CELLS = '<td><div style="width: 200px">cell</div>'.repeat(12);

  test.each<[string, string]>([
    ['by its root', `<html dir="rtl">${FROM_RIGHT}`],
    ['by its styles', `<style>html { direction: rtl }</style>${FROM_RIGHT}`],
    ['by its body', `<body dir="rtl">${FROM_RIGHT}`],
    [
      'by its root, and with a table',
      `<html dir="rtl"><p>TITLE START END<table><tr>${CELLS}<td>${LAST}</table>`,
    ],
    ['by its root, and not by its body', `<html dir="rtl"><body dir="ltr">${FROM_RIGHT}`],
  ])('is all on the paper with `fit` if the document is read from the right %s', async (_, html) => {
    for (const changes of [{}, { contentMargin: sides(0) }, { fitHeight: true }] satisfies JobChanges[]) {
      const job = jobOf(html, { ...changes, fitWidth: true, failOn: ['overflow'] });
      const { document } = await printer.print(job);
      expect(document.pageCount).toBe(1);
      const text = (await document.texts(1)).map((part) => part.text).join(' ');
      expect(text).toMatch(/TITLE\s+START\s+END/);
      const places = (await document.texts(1)).map(({ xMm }) => xMm);
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...places)).toBeLessThan(210);
      expect((await document.box(1, [255, 0, 0]))?.widthMm).toBeGreaterThan(1.3);
    }
  });

  test('is a warning in a document that is read from the right by its body, which is cut and not shrunk', async () => {
    expect(await warningsOf(`<body dir="rtl">${FROM_RIGHT}`)).toEqual([
      expect.stringMatching(
        /the page has 718 px \(190 mm\): what is more than 718 px \(190 mm\) from the edge is cut\./,
      ),
    ]);
  });

  test('leaves margin boxes of a document that is read from the right with their direction', async () => {
    const boxes = '@bottom-left { content: "Left 1." } @bottom-right { content: "Right 2."; direction: ltr }';
    const html = `<html dir="rtl"><style>@page { margin: 20mm; ${boxes} }</style>${FROM_RIGHT}`;
    const { document } = await printer.print(jobOf(html, { fitWidth: true }));
    const text = await document.text(1);
    expect(text).toContain('.Left 1');
    expect(text).toContain('Right 2.');
  });

  test('is a fault with `fit` if a script makes it wide as the print begins', async () => {
    const html =
      '<div id="box">text</div><script>addEventListener("beforeprint", () => { box.style.width = "6000px" })</script>';
    expect(await warningsOf(html, { fitWidth: true })).toEqual([
      expect.stringMatching(/^At the scale 1\.00, the content is still wider than the page\./),
    ]);
    await expect(printer.print(jobOf(html, { fitWidth: true, failOn: ['overflow'] }))).rejects.toThrow(
      FaultyDocument,
    );
  });

  test('is not changed by `fit` if it fits', async () => {
    const printed = await Promise.all(
      [true, false].map((fitWidth) => printer.print(jobOf('<p>text', { fitWidth }))),
    );
    const [one, other] = await Promise.all(printed.map(async ({ document }) => document.texts(1)));
    expect(one).toEqual(other);
  });
});
