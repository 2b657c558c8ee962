import { beforeAll, describe, expect, test } from 'vitest';
import { Tenant } from '../support/service-client.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'scale-enterprise' });
});

const INCH = 25.4;
/** Source: contract 6.2. */
const SIZE_TOLERANCE_MM = 0.3;
const POSITION_TOLERANCE_MM = 0.5;

const FORMATS: readonly [string, number, number][] = [
  ['A0', 841, 1189],
  ['A1', 594, 841],
  ['A2', 420, 594],
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['A6', 105, 148],
  ['Letter', 8.5 * INCH, 11 * INCH],
  ['Legal', 8.5 * INCH, 14 * INCH],
  ['Tabloid', 11 * INCH, 17 * INCH],
  ['Ledger', 17 * INCH, 11 * INCH],
];

const expectNear = (actual: number, wanted: number, toleranceMm: number): void =>
  expect(Math.abs(actual - wanted), `${actual} mm, not ${wanted} mm`).toBeLessThanOrEqual(toleranceMm);

async function expectPaper(body: Record<string, unknown>, widthMm: number, heightMm: number): Promise<void> {
  const { pages } = await tenant.print({ htmlContent: '<p>x</p>', ...body });
  expect(pages).toHaveLength(1);
  for (const page of pages) {
    expectNear(page.widthMm, widthMm, SIZE_TOLERANCE_MM);
    expectNear(page.heightMm, heightMm, SIZE_TOLERANCE_MM);
  }
}

const THREE_PAGES =
  '<p>first</p><p style="break-before: page">second</p><p style="break-before: page">third</p>';

describe('the paper', () => {
  test.each(FORMATS)('%s has its size: %d × %d mm', async (format, widthMm, heightMm) => {
    await expectPaper({ options: { format } }, widthMm, heightMm);
  });

  test.each(FORMATS)('%s in landscape swaps its sides: %d and %d mm', async (format, widthMm, heightMm) => {
    await expectPaper({ options: { format, orientation: 'landscape' } }, heightMm, widthMm);
  });

  test('is A4 in portrait by default', async () => {
    await expectPaper({}, 210, 297);
  });

  test('has the width and height of Custom, and landscape swaps them', async () => {
    await expectPaper({ options: { format: 'Custom', width: 90, height: 55 } }, 90, 55);
    await expectPaper(
      { options: { format: 'Custom', width: 90, height: 55, orientation: 'landscape' } },
      55,
      90,
    );
  });

  test('ignores width and height with another format', async () => {
    await expectPaper({ options: { format: 'A5', width: 90, height: 55 } }, 148, 210);
  });

  test('is as high as the content with the height auto', async () => {
    const options = { format: 'Custom', width: 80, height: 'auto', margin: { top: 5, bottom: 5 } };
    const htmlContent = '<style>body { margin: 0 }</style><div style="height: 123mm">receipt</div>';
    const { pages } = await tenant.print({ htmlContent, options });
    expect(pages).toHaveLength(1);
    expectNear(pages[0]?.widthMm ?? 0, 80, SIZE_TOLERANCE_MM);
    expectNear(pages[0]?.heightMm ?? 0, 133, 2);
  });

  test('is neither resized nor rotated by an @page rule of the HTML', async () => {
    const htmlContent = '<style>@page { size: A6 landscape; margin: 40mm }</style><p>x</p>';
    await expectPaper({ htmlContent }, 210, 297);
  });

  test('follows the @page rule when preferCssPageSize is true', async () => {
    const htmlContent = '<style>@page { size: 120mm 80mm }</style><p>x</p>';
    await expectPaper({ htmlContent, options: { preferCssPageSize: true } }, 120, 80);
  });
});

describe('margins', () => {
  const CORNER = '<style>body { margin: 0 } p { margin: 0; font: 10pt/1 monospace }</style><p>corner</p>';

  test('move the content', async () => {
    const { pages } = await tenant.print({ htmlContent: CORNER, options: { margin: { top: 30, left: 40 } } });
    const [corner] = pages[0]?.pieces ?? [];
    expectNear(corner?.xMm ?? 0, 40, POSITION_TOLERANCE_MM);
    // The baseline of 10 pt text (3.5 mm) is below the top of its line.
    expect(corner?.yMm).toBeGreaterThan(31.5);
    expect(corner?.yMm).toBeLessThan(34);
  });

  test('are 0 by default', async () => {
    const { pages } = await tenant.print({ htmlContent: CORNER });
    expectNear(pages[0]?.pieces[0]?.xMm ?? 99, 0, POSITION_TOLERANCE_MM);
  });

  test('leave less room for text when they grow', async () => {
    const htmlContent = '<p>word </p>'.repeat(60);
    const narrow = await tenant.print({ htmlContent, options: { margin: { top: 100, bottom: 100 } } });
    const wide = await tenant.print({ htmlContent });
    expect(narrow.pages.length).toBeGreaterThan(wide.pages.length);
  });
});

describe('header and footer', () => {
  test('are on every page, with the page number and the number of pages', async () => {
    const { pages } = await tenant.print({
      htmlContent: THREE_PAGES,
      options: {
        header: { content: '<b>Head of {{name}}</b>', height: 20 },
        footer: { content: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>' },
      },
      templateData: { name: 'Acme' },
    });
    expect(pages.map((page) => page.text)).toEqual([
      expect.stringMatching(/^(?=.*Head of Acme)(?=.*first).*Page ?1 ?of ?3/),
      expect.stringMatching(/^(?=.*Head of Acme)(?=.*second).*Page ?2 ?of ?3/),
      expect.stringMatching(/^(?=.*Head of Acme)(?=.*third).*Page ?3 ?of ?3/),
    ]);
  });

  test('are in their bands: the header above the content, the footer below', async () => {
    const { pages } = await tenant.print({
      htmlContent: '<p>body</p>',
      options: { header: { content: 'head', height: 25 }, footer: { content: 'foot', height: 30 } },
    });
    const at = (text: string): number =>
      pages[0]?.pieces.find((piece) => piece.text === text)?.yMm ?? Number.NaN;
    expect(at('head')).toBeLessThan(25);
    expect(at('body')).toBeGreaterThan(25);
    expect(at('foot')).toBeGreaterThan(297 - 30);
  });

  test('use no space if they are not enabled', async () => {
    const { pages, text } = await tenant.print({
      htmlContent: '<style>body, p { margin: 0 }</style><p>body</p>',
      options: { header: { enabled: false, content: 'head', height: 50 } },
    });
    expect(text).toBe('body');
    expect(pages[0]?.pieces[0]?.yMm).toBeLessThan(10);
  });

  test('can be left out on the first page; the content starts at the same place', async () => {
    const { pages } = await tenant.print({
      htmlContent: THREE_PAGES,
      options: {
        header: { content: 'head', height: 40 },
        footer: { content: 'foot' },
        skipFirstHeader: true,
        skipFirstFooter: true,
      },
    });
    expect(pages.map(({ text }) => [text.includes('head'), text.includes('foot')])).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
    expect(pages[0]?.pieces[0]?.yMm).toBeGreaterThan(40);
  });
});

describe('further options', () => {
  test('pageRanges prints only these pages, with their original numbers', async () => {
    const { pages } = await tenant.print({
      htmlContent: THREE_PAGES,
      options: {
        pageRanges: '1,3',
        footer: { content: '<span class="pageNumber"></span>/<span class="totalPages"></span>' },
      },
    });
    expect(pages.map((page) => page.text)).toEqual([
      expect.stringMatching(/first.*1\/3/),
      expect.stringMatching(/third.*3\/3/),
    ]);
  });

  test('waitForSelector waits for an element that a script adds later', async () => {
    const { text } = await tenant.print({
      htmlContent:
        '<script>setTimeout(() => { document.body.innerHTML = "<p id=late>late</p>" }, 300)</script><p>early</p>',
      options: { waitForSelector: '#late' },
    });
    expect(text).toBe('late');
  });

  test('waitFor waits for an expression', async () => {
    const { text } = await tenant.print({
      htmlContent:
        '<p id="p">early</p><script>setTimeout(() => { p.textContent = "late"; window.isReady = true }, 300)</script>',
      options: { waitFor: { expression: 'isReady', timeoutMs: 20_000 } },
    });
    expect(text).toBe('late');
  });

  test('mediaType selects the CSS rules for print or for screen', async () => {
    const htmlContent = '<style>@media screen { p::after { content: "!" } }</style><p>Hello</p>';
    expect((await tenant.print({ htmlContent })).text).toBe('Hello');
    expect((await tenant.print({ htmlContent, options: { mediaType: 'screen' } })).text).toBe('Hello!');
  });

  test('a smaller scale fits more content on a page', async () => {
    const htmlContent = '<p>word</p>'.repeat(120);
    const full = await tenant.print({ htmlContent });
    const half = await tenant.print({ htmlContent, options: { scale: 0.5 } });
    expect(half.pages.length).toBeLessThan(full.pages.length);
  });
});
