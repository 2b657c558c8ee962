import { describe, expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { UnprintableJob } from '@platen/print-engine';
import { bandOf, jobOf, sides, type JobChanges } from './support/jobs.ts';
import { type Printed, usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();
const RED = [204, 0, 0] as const;
const PX_PER_MM = 96 / 25.4;

/** A fraction of a pixel, and what Chromium rounds to whole points. */
const TOO_HIGH_MM = 0.7;

const receiptOf = (html: string, changes: JobChanges = {}): PrintJob =>
  jobOf(html, {
    paper: { widthMm: 80, heightMm: 5_080 },
    contentMargin: sides(5),
    fitHeight: true,
    ...changes,
  });

const block = (heightPx: number, style = ''): string =>
  `<div style="height: ${heightPx}px; background: #c00; ${style}"></div>`;

const PLAIN = '<!doctype html><style>body { margin: 0 }</style>';

async function expectHeight(printed: Printed, heightMm: number): Promise<void> {
  expect(printed.document.pageCount).toBe(1);
  const size = await printed.document.size(1);
  expect(size.widthMm).toBeCloseTo(80, 0);
  expect(size.heightMm - heightMm, 'height').toBeGreaterThan(-0.3);
  expect(size.heightMm - heightMm, 'height').toBeLessThan(TOO_HIGH_MM);
}

const LINES = Array.from({ length: 60 }, (_, index) => `${index} flat white and one cardamom bun. `).join('');

describe('the page is as high as the content', () => {
  test.each(typical([40, 100.4, 333.3, 2_000, 15_000], 2))('of %d pixels', LONG, async (heightPx) => {
    await expectHeight(await printer.print(receiptOf(PLAIN + block(heightPx))), heightPx / PX_PER_MM + 10);
  });

  test.each(typical([0.4, 0.7, 1, 1.3, 2], 2))('of text at a scale of %d', LONG, async (scale) => {
    // The block after the text ends where the page ends.
    const job = receiptOf(`${PLAIN}<p style="margin: 0">${LINES}</p>${block(20)}`, { scale });
    const printed = await printer.print(job);
    expect(printed.document.pageCount).toBe(1);
    const box = await printed.document.box(1, RED);
    const { heightMm } = await printed.document.size(1);
    const endMm = (box?.topMm ?? 0) + (box?.heightMm ?? 0);
    expect(Math.abs(heightMm - 5 - endMm)).toBeLessThan(1.5);
  });

  test('with lines, floats, absolute boxes and margins at its end', async () => {
    const ends = [
      block(300, 'float: left; width: 10px'),
      block(100, 'position: absolute; top: 200px; width: 10px'),
      '<p style="margin: 0 0 300px; line-height: 0">x',
      block(250, 'position: relative; top: 50px'),
    ];
    for (const end of ends)
      await expectHeight(await printer.print(receiptOf(PLAIN + end)), 300 / PX_PER_MM + 10);
  });

  test('with a minimum of 10 mm between the margins', async () => {
    await expectHeight(await printer.print(receiptOf(PLAIN)), 20);
    await expectHeight(await printer.print(receiptOf('', { contentMargin: sides(0) })), 10);
    const withoutRoot = '<script>document.documentElement.remove()</script>';
    await expectHeight(await printer.print(receiptOf(withoutRoot)), 20);
  });

  test('with its header and footer', async () => {
    const job = receiptOf(PLAIN + block(200), {
      contentMargin: sides(5, { topMm: 20, bottomMm: 15 }),
      header: bandOf('head', { heightMm: 20 }),
      footer: bandOf('<b class="pageNumber"></b> of <b class="totalPages"></b>', { heightMm: 15 }),
      watermark: 'TEST',
    });
    const printed = await printer.print(job);
    await expectHeight(printed, 200 / PX_PER_MM + 35);
    expect(await printed.document.text(1)).toMatch(/head.*1 ?of ?1/);
    expect((await printed.document.box(1, RED))?.topMm).toBeCloseTo(20, 0);
  });

  test('with content that Chromium shrinks because it is wider than the page', async () => {
    for (const widthPx of [300, 390, 600, 2_000]) {
      const html = `${PLAIN}${block(400, `width: ${widthPx}px`)}<p>${LINES}</p>${block(20)}`;
      const { document } = await printer.print(receiptOf(html));
      expect(document.pageCount).toBe(1);
      const box = await document.box(1, RED);
      const { heightMm } = await document.size(1);
      expect(heightMm - 5 - ((box?.topMm ?? 0) + (box?.heightMm ?? 0))).toBeLessThan(heightMm * 0.004 + 1);
    }
  });

  variation('after scripts, images and conditions', async () => {
    const html = `${PLAIN}<div id="box" style="background: #c00"></div>
      <script>setTimeout(() => { box.style.height = '500px'; box.dataset.done = '' }, 100)</script>`;
    const printed = await printer.print(receiptOf(html, { waitFor: { selector: '[data-done]' } }));
    await expectHeight(printed, 500 / PX_PER_MM + 10);
  });

  variation('on a page that other jobs of the workspace used', async () => {
    for (const heightPx of [900, 60]) {
      await expectHeight(await printer.print(receiptOf(PLAIN + block(heightPx))), heightPx / PX_PER_MM + 10);
      expect((await (await printer.print(jobOf('x'))).document.size(1)).heightMm).toBeCloseTo(297, 0);
    }
  });
});

describe('heights that depend on the page', () => {
  test.each([
    'html, body { height: 100% }',
    'body { min-height: 100vh; padding: 20px 0 }',
    'html { height: 100vh; overflow: hidden } body { height: 100vh; overflow: auto }',
  ])('%s do not count', async (style) => {
    const printed = await printer.print(receiptOf(`${PLAIN}<style>${style}</style>${block(300)}`));
    expect(printed.document.pageCount).toBe(1);
    expect((await printed.document.size(1)).heightMm).toBeLessThan(340 / PX_PER_MM + 11);
    expect((await printed.document.box(1, RED))?.heightMm).toBeCloseTo(300 / PX_PER_MM, 0);
  });

  test('a box of 100vh is as high as the content before it', async () => {
    const html = `${PLAIN}<div style="min-height: 100vh; box-sizing: border-box; padding: 10px 0">${block(300)}</div>`;
    await expectHeight(await printer.print(receiptOf(html)), 320 / PX_PER_MM + 10);
  });

  test.each([
    ['a box with a padding', `<div style="min-height: 100vh; padding: 10px 0">${block(300)}</div>`, 320],
    [
      'children of a flexible body',
      `<style>html,body{height:100%}body{display:flex;flex-direction:column;min-height:100vh}main{flex:1;min-height:100vh;padding:10px 0}</style><main>${block(300)}</main>`,
      320,
    ],
    [
      'a form with a field named "style"',
      `<form style="min-height: 100vh; padding: 10px 0"><input name="style" hidden>${block(300)}</form>`,
      320,
    ],
    ['a calculation', `<section style="min-height: calc(100vh + 50px)">${block(300)}</section>`, 300],
  ])('min-height of %s does not count', async (_, html, heightPx) => {
    await expectHeight(await printer.print(receiptOf(`${PLAIN}${html}`)), heightPx / PX_PER_MM + 10);
  });

  test('a box outside of the flow counts, also in quirks mode', async () => {
    const html = `<style>html,body{height:100%}body{margin:0;display:flex;flex-direction:column;min-height:100vh}</style>
      <div style="float:left;height:300px">float</div><div style="position:absolute;top:0;left:0;height:700px">abs</div>`;
    await expectHeight(await printer.print(receiptOf(html)), 700 / PX_PER_MM + 10);
  });

  test('a media query that applies to the high page only is printed', async () => {
    const html = `${PLAIN}<style>b { display: none } @media (min-height: 200px) { b { display: block; height: 100px } }</style>`;
    await expectHeight(await printer.print(receiptOf(`${html}${block(300)}<b></b>`)), 400 / PX_PER_MM + 10);
  });

  test('the window has a height for scripts', async () => {
    const html = '<p>x<script>document.write(innerHeight > 500)</script>';
    expect(await (await printer.print(receiptOf(html))).document.text(1)).toBe('xtrue');
  });
});

describe('the margins of the document', () => {
  const margins = [
    '@page { margin: 1cm 4mm 20px }',
    '@page { margin: 30mm; size: A5 landscape } @media print { @page :first { margin: 1cm 4mm 20px !important } }',
    '@page wide { margin: 1mm } @media screen { @page { margin: 2mm } } @page { margin: 1cm 4mm 20px } @page :left { margin: 0 }',
  ];

  const variables = [
    ':root { --m: 1cm 4mm 20px } @page { margin: var(--m) }',
    ':root { --t: 1cm; --x: 4mm } @page { margin: var(--t) var(--x) var(--none, 20px) !important }',
    ':root { --t: 1cm } @page { margin: 0 4mm 20px; margin-top: var(--t) }',
  ];

  test.each(typical([...margins, ...variables], 3))('%s count if the job has none', LONG, async (style) => {
    const html = `${PLAIN}<style>${style}</style>${block(300)}`;
    const printed = await printer.print(receiptOf(html, { contentMargin: sides(0), documentMargin: true }));
    await expectHeight(printed, 10 + 320 / PX_PER_MM);
    const box = await printed.document.box(1, RED);
    expect(box?.topMm).toBeCloseTo(10, 0);
    expect(box?.leftMm).toBeCloseTo(4, 0);
    expect(box?.widthMm).toBeCloseTo(72, 0);
  });

  test('do not count beside a band, and lengths without a size are 0', async () => {
    const html = `${PLAIN}<style>@page { margin: 3em 10% 20mm auto }</style>${block(300)}`;
    const changes = {
      contentMargin: sides(0, { bottomMm: 12 }),
      documentMargin: true,
      footer: bandOf('foot', { heightMm: 12 }),
    };
    const printed = await printer.print(receiptOf(html, changes));
    await expectHeight(printed, 12 + 300 / PX_PER_MM);
    expect((await printed.document.box(1, RED))?.widthMm).toBeCloseTo(80, 0);
  });

  test('that leave no page are refused', async () => {
    const html = `<style>@page { margin: 38mm }</style>${block(300)}`;
    const job = receiptOf(html, { contentMargin: sides(0), documentMargin: true });
    await expect(printer.print(job)).rejects.toThrow('leaves less than 10 mm between its margins');
  });
});

describe('what does not fit on one page is the client’s error', () => {
  test.each([
    ['content that is too high', block(19_300), 'the content needs a page of 5117 mm; "auto" allows 5080 mm'],
    ['a page break', `x<p style="break-before: page">y`, '"auto" makes one page, and the document has more'],
    ['a box that is always higher', `x<div style="height: 100vh">y</div>`, '"auto" makes one page'],
  ])('%s', async (_name, html, message) => {
    const print = printer.print(receiptOf(PLAIN + html));
    await expect(print).rejects.toThrow(UnprintableJob);
    await expect(print).rejects.toThrow(`options.height: ${message}`);
  });

  test('and a page break after which nothing follows is none', async () => {
    const html = `${PLAIN}${block(300, 'break-after: page')}`;
    await expectHeight(await printer.print(receiptOf(html)), 300 / PX_PER_MM + 10);
  });
});
