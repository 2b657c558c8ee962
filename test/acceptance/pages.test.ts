import { beforeAll, describe, expect, test } from 'vitest';
import { Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

let tenant: Tenant;
beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'scale-enterprise' });
});

/** Source: contract 6.2. */
const SIZE_TOLERANCE_MM = 0.3;

const expectNear = (actual: number | undefined, wanted: number, toleranceMm: number): void =>
  expect(Math.abs((actual ?? Number.NaN) - wanted), `${actual} mm, not ${wanted} mm`).toBeLessThanOrEqual(
    toleranceMm,
  );

const THREE_PAGES =
  '<p>first</p><p style="break-before: page">second</p><p style="break-before: page">third</p>';
const PAGE_RULE = '<style>@page { size: 120mm 80mm }</style><p>x</p>';

/** `page-geometry.test.ts` has every format and rule, and `test/print` prints them. Here, each option reaches the print. */
describe('the paper', () => {
  test.each([
    ['is A4 in portrait by default, whatever @page says', PAGE_RULE, {}, 210, 297],
    ['follows @page with preferCssPageSize', PAGE_RULE, { preferCssPageSize: true }, 120, 80],
    ['has the format', '<p>x</p>', { format: 'Ledger' }, 431.8, 279.4],
    ['has the orientation', '<p>x</p>', { format: 'A5', orientation: 'landscape' }, 210, 148],
    ['has the size of Custom', '<p>x</p>', { format: 'Custom', width: 90, height: 55 }, 90, 55],
  ])('%s', async (_, htmlContent, options, widthMm, heightMm) => {
    const { pages } = await tenant.print({ htmlContent, options });
    expect(pages).toHaveLength(1);
    expectNear(pages[0]?.widthMm, widthMm, SIZE_TOLERANCE_MM);
    expectNear(pages[0]?.heightMm, heightMm, SIZE_TOLERANCE_MM);
  });

  test('is as high as the content with the height auto', async () => {
    const options = { format: 'Custom', width: 80, height: 'auto', margin: { top: 5, bottom: 5 } };
    const htmlContent = '<style>body { margin: 0 }</style><div style="height: 123mm">receipt</div>';
    const { pages } = await tenant.print({ htmlContent, options });
    expect(pages).toHaveLength(1);
    expectNear(pages[0]?.widthMm, 80, SIZE_TOLERANCE_MM);
    expectNear(pages[0]?.heightMm, 133, 2);
  });
});

test('margins, bands and page ranges are where the request puts them', async () => {
  const { pages } = await tenant.print({
    htmlContent: `<style>body, p { margin: 0 }</style>${THREE_PAGES}`,
    templateData: { name: 'Acme' },
    options: {
      margin: { left: 40 },
      header: { content: '<b>Head of {{name}}</b>', height: 25 },
      footer: {
        content: 'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
        height: 30,
      },
      skipFirstHeader: true,
      pageRanges: '1,3',
    },
  });
  expect(pages.map((page) => page.text)).toEqual([
    expect.stringMatching(/^(?!.*Head)(?=.*first).*Page ?1 ?of ?3/),
    expect.stringMatching(/^(?=.*Head of Acme)(?=.*third).*Page ?3 ?of ?3/),
  ]);
  const at = (text: string) => pages[1]?.pieces.find((piece) => piece.text.includes(text));
  expectNear(at('third')?.xMm, 40, 0.5);
  expect(at('third')?.yMm).toBeGreaterThan(25);
  expect(at('Head')?.yMm).toBeLessThan(25);
  expect(at('Page')?.yMm).toBeGreaterThan(297 - 30);
});

test('each page has its own header and footer, and numbers begin where the request says', async () => {
  const { pages } = await tenant.print({
    htmlContent: `<style>body, p { margin: 0 }</style>${THREE_PAGES}`,
    templateData: { name: 'Acme' },
    options: {
      firstPageNumber: 5,
      header: [
        { pages: 'first', content: '<b>Letter of {{name}}</b>', height: 60 },
        { pages: 'not-last', content: '<b>Copy</b>', height: 20 },
      ],
      footer: [
        { pages: 'last', content: 'Signed' },
        { content: '<i class="pageNumber"></i>/<i class="totalPages"></i>' },
      ],
    },
  });
  const texts = pages.map(({ text }) => text.replaceAll(/\s/g, ''));
  expect(
    texts.map((text) => [text.includes('LetterofAcme'), text.includes('Copy'), text.includes('Signed')]),
  ).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ]);
  expect([texts[0]?.includes('5/7'), texts[1]?.includes('6/7')]).toEqual([true, true]);
  expect(pages[1]?.pieces.find(({ text }) => text.includes('second'))?.yMm).toBeLessThan(30);
});

describe('a print', () => {
  const LATE = `<p id="p">early</p>
    <script>setTimeout(() => { p.textContent = "late"; p.className = "late"; window.isReady = true }, 3_000)</script>`;
  const SCREEN = '<style>@media screen { p::after { content: "!" } }</style><p>Hello</p>';

  test.each([
    ['waits for a selector', { waitForSelector: '.late' }, LATE, 'late'],
    ['waits for an expression', { waitFor: { expression: 'isReady', timeoutMs: 20_000 } }, LATE, 'late'],
    ['uses the CSS rules for print by default', {}, SCREEN, 'Hello'],
    ['uses the CSS rules for screen', { mediaType: 'screen' }, SCREEN, 'Hello!'],
  ])('%s', async (_, options, htmlContent, text) => {
    expect((await tenant.print({ htmlContent, options })).text).toBe(text);
  });

  variation('fits more content on a page at a smaller scale', async () => {
    const htmlContent = '<p>word</p>'.repeat(120);
    const full = await tenant.print({ htmlContent });
    const half = await tenant.print({ htmlContent, options: { scale: 0.5 } });
    expect(half.pages.length).toBeLessThan(full.pages.length);
  });
});
