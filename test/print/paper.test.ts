import { describe, expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { UnprintableJob } from '@platen/print-engine';
import { A4, bandOf, jobOf, pagesOf, sides } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();
const RED = [204, 0, 0] as const;
const GREEN = [0, 255, 0] as const;

const SIZES: readonly (readonly [string, number, number])[] = [
  ['A0', 841, 1189],
  ['A1', 594, 841],
  ['A2', 420, 594],
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['A6', 105, 148],
  ['Letter', 215.9, 279.4],
  ['Legal', 215.9, 355.6],
  ['Tabloid', 279.4, 431.8],
  ['Ledger', 431.8, 279.4],
  ['the smallest', 10, 10],
  ['the largest', 5_080, 5_080],
];

const STUBBORN =
  '@page { size: A5 landscape !important; margin: 3cm !important; page-orientation: rotate-left }';

async function expectSize(job: PrintJob, page: number, widthMm: number, heightMm: number): Promise<void> {
  const size = await (await printer.print(job)).document.size(page);
  expect(Math.abs(size.widthMm - widthMm), 'width').toBeLessThanOrEqual(0.3);
  expect(Math.abs(size.heightMm - heightMm), 'height').toBeLessThanOrEqual(0.3);
}

describe('the paper is as large as asked', () => {
  test.each(typical(SIZES, 2))('%s', LONG, async (_name, widthMm, heightMm) => {
    await expectSize(
      jobOf('x', { paper: { widthMm, heightMm }, contentMargin: sides(0) }),
      1,
      widthMm,
      heightMm,
    );
  });

  test('whatever @page says', async () => {
    await expectSize(jobOf(`<style>${STUBBORN}</style>x`), 1, 210, 297);
    await expectSize(jobOf(`<style>@media print { ${STUBBORN} }</style>x`), 1, 210, 297);
    const named = '<style>@page wide { size: A3 landscape !important }</style>x<p style="page: wide">y';
    await expectSize(jobOf(named), 2, 210, 297);
  });

  variation('whatever @page says in a style sheet that a script adopts, also later', async () => {
    const adopt = `const sheet = new CSSStyleSheet(); sheet.replaceSync('${STUBBORN}');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]`;
    await expectSize(jobOf(`<script>${adopt}</script>x`), 1, 210, 297);
    await expectSize(jobOf(`<script>requestAnimationFrame(() => { ${adopt} })</script>x`), 1, 210, 297);
    const { document } = await printer.print(jobOf(`<body style="margin: 0"><script>${adopt}</script>x`));
    expect((await document.find(1, 'x')).xMm).toBeCloseTo(10, 0);
  });

  test.each([
    ['45mm 45mm', 'leaves less than 10 mm between its margins'],
    ['9000mm 9000mm', 'is larger than 5080 mm'],
  ])('a size of %s that @page may choose, and that leaves no page, is refused', async (size, problem) => {
    const html = `<style>@page { size: ${size} }</style>x`;
    const job = jobOf(html, {
      preferCssPageSize: true,
      contentMargin: sides(0, { topMm: 20, bottomMm: 20 }),
    });
    await expect(printer.print(job)).rejects.toThrow(problem);
  });

  test.each(typical(['1px 1px', '1px', 'calc(1px) 0.01em', '0.01mm 200mm'], 1))(
    'a size of %s is refused before it cuts the document into a million pages',
    LONG,
    async (size) => {
      const html = `<style>@media print { @page { size: ${size}; margin: 0 } }</style>${'<p>hello world'.repeat(2_000)}`;
      const print = printer.print(jobOf(html, { preferCssPageSize: true }), { maxPages: 500 });
      await expect(print).rejects.toThrow('leaves less than 10 mm between its margins');
    },
  );

  test('a size that no page has is no reason to refuse', async () => {
    const html = '<style>@page { size: A5 } @page label { size: 1px 1px }</style>x';
    await expectSize(jobOf(html, { preferCssPageSize: true }), 1, 148, 210);
  });

  test.each(
    typical(
      [
        [90, 55],
        [62, 29],
        [123.4, 85.6],
      ],
      1,
    ),
  )('%s × %s mm also if @page may choose and does not', LONG, async (widthMm, heightMm) => {
    const job = { paper: { widthMm, heightMm }, contentMargin: sides(0), preferCssPageSize: true };
    await expectSize(jobOf('<style>@page { margin: 5mm }</style>x', job), 1, widthMm, heightMm);
  });

  test('unless preferCssPageSize lets @page choose', async () => {
    const html = '<style>@page { size: A5 landscape }</style>x';
    await expectSize(jobOf(html, { preferCssPageSize: true }), 1, 210, 148);
    await expectSize(jobOf('x', { preferCssPageSize: true }), 1, 210, 297);
  });
});

describe('the content starts at the margins', () => {
  const box =
    '<style>body { margin: 0 }</style><div style="background: #c00; width: 20mm; height: 20mm"></div>';

  test.each(
    typical(
      [
        [A4, 10],
        [A4, 95],
        [{ widthMm: 841, heightMm: 1189 }, 400],
        [{ widthMm: 297, heightMm: 210 }, 33.3],
      ],
      2,
    ),
  )('on %o at %d mm', LONG, async (paper, marginMm) => {
    const { document } = await printer.print(jobOf(box, { paper, contentMargin: sides(marginMm) }));
    const content = await document.box(1, RED);
    expect(Math.abs((content?.leftMm ?? 0) - marginMm)).toBeLessThanOrEqual(0.5);
    expect(Math.abs((content?.topMm ?? 0) - marginMm)).toBeLessThanOrEqual(0.5);
    expect(Math.abs((content?.widthMm ?? 0) - 20)).toBeLessThanOrEqual(0.5);
  });

  test('scale shrinks the content and not the margins', async () => {
    const { document } = await printer.print(jobOf(box, { scale: 0.5, contentMargin: sides(20) }));
    const content = await document.box(1, RED);
    expect(Math.abs((content?.leftMm ?? 0) - 20)).toBeLessThanOrEqual(0.5);
    expect(Math.abs((content?.widthMm ?? 0) - 10)).toBeLessThanOrEqual(0.3);
  });

  test('a margin of the document counts only where none was asked for', async () => {
    const html = `<style>@page { margin: 40mm }</style>${box}`;
    for (const marginMm of [20, 0]) {
      const ours = await printer.print(jobOf(html, { contentMargin: sides(marginMm) }));
      expect((await ours.document.box(1, RED))?.leftMm).toBeCloseTo(marginMm, 0);
    }
    const theirs = await printer.print(jobOf(html, { contentMargin: sides(0), documentMargin: true }));
    expect((await theirs.document.box(1, RED))?.leftMm).toBeCloseTo(40, 0);
  });
});

describe('page ranges', () => {
  const footer = bandOf('<b class="pageNumber"></b> of <b class="totalPages"></b>');

  test('keep the numbers and the total of the document', async () => {
    const { document, report } = await printer.print(jobOf(pagesOf(6), { pageRanges: '5, 2-3', footer }));
    expect(document.pageCount).toBe(3);
    expect(report.pageCount).toBe(3);
    expect(await document.text(1)).toMatch(/Page 2 2 ?of ?6/);
    expect(await document.text(3)).toMatch(/Page 5 5 ?of ?6/);
  });

  test('leave out the pages that were not asked for, their text included', async () => {
    const { bytes } = await printer.print(jobOf(pagesOf(3), { pageRanges: '1-3' }));
    const { bytes: selected } = await printer.print(jobOf(pagesOf(3), { pageRanges: '2' }));
    expect(selected.byteLength).toBeLessThan(bytes.byteLength);
  });

  test('past the end are the client’s error', async () => {
    const print = printer.print(jobOf(pagesOf(3), { pageRanges: '2-9' }));
    await expect(print).rejects.toThrow(UnprintableJob);
    await expect(print).rejects.toThrow('options.pageRanges: 2-9 is past the end; the document has 3 pages');
  });
});

describe('the watermark', () => {
  test('is text on every page', async () => {
    const { document } = await printer.print(jobOf(pagesOf(3), { watermark: 'TEST' }));
    for (const page of [1, 2, 3]) expect(await document.text(page)).toContain('TEST');
  });

  test('is in front of whatever the page raises', async () => {
    const hostile = `<style>::backdrop { background: lime }</style>
      <div style="position: fixed; inset: -100mm; background: #0f0; z-index: 2147483647"></div>
      <dialog id="top" style="border: 0; width: 200vw; height: 200vh; background: #0f0">x</dialog>
      <script>top.showModal?.(); document.getElementById('top').showModal()</script>`;
    const job = jobOf(hostile, { contentMargin: sides(0) });
    const plain = await printer.print(job);
    const marked = await printer.print({ ...job, watermark: 'TEST' });
    const [without, withMark] = [await plain.document.box(1, GREEN), await marked.document.box(1, GREEN)];
    expect(without).not.toBeNull();
    expect(withMark).not.toBeNull();
    expect(await share(marked, GREEN)).toBeLessThan((await share(plain, GREEN)) * 0.95);
  });

  variation('is in front of the bands too', async () => {
    const cover = '<div style="background: #0f0; height: 100%"></div>';
    const job = jobOf('<p>x', { header: bandOf(cover, { heightMm: 260, leftMm: 0, rightMm: 0 }) });
    const tall = { ...job, contentMargin: sides(0, { topMm: 260 }) };
    expect(await share(await printer.print({ ...tall, watermark: 'TEST' }), GREEN)).toBeLessThan(
      (await share(await printer.print(tall), GREEN)) * 0.95,
    );
  });
});

async function share(
  printed: Awaited<ReturnType<typeof printer.print>>,
  colour: readonly [number, number, number],
): Promise<number> {
  const { data } = await printed.document.pixels(1);
  let count = 0;
  for (let index = 0; index < data.length; index += 4) {
    if (colour.every((value, channel) => Math.abs((data[index + channel] ?? 0) - value) < 8)) count += 1;
  }
  return count / (data.length / 4);
}

describe('structure', () => {
  const html = '<h1>One</h1><p>text</p><h2>Two</h2><table><tr><th>a<td>b</table>';

  test('a tagged document has roles, and its bands are no part of its content', async () => {
    const { document } = await printer.print(
      jobOf(html, { tagged: true, header: bandOf('band'), watermark: 'T' }),
    );
    const roles = await document.roles(1);
    expect(roles).toEqual(expect.arrayContaining(['H1', 'P', 'H2', 'Table', 'TH']));
    expect(await document.outline()).toEqual([]);
  });

  test('outline makes bookmarks of the headings and implies tags', async () => {
    const { document } = await printer.print(jobOf(html, { outline: true }));
    expect(await document.outline()).toEqual(['One', '  Two']);
    expect(await document.roles(1)).toContain('H1');
  });

  test('neither is there unless asked for', async () => {
    const { document } = await printer.print(jobOf(html));
    expect(await document.roles(1)).toEqual([]);
    expect(await document.outline()).toEqual([]);
  });
});

describe('media', () => {
  const html = `<style>@media print { .screen { display: none } } @media screen { .print { display: none } }</style>
    <p class="screen">on screen</p><p class="print">in print</p>`;

  test('print rules hold by default, screen rules when asked for', async () => {
    expect(await (await printer.print(jobOf(html))).document.text(1)).toBe('in print');
    expect(await (await printer.print(jobOf(html, { mediaType: 'screen' }))).document.text(1)).toBe(
      'on screen',
    );
    expect(await (await printer.print(jobOf(html))).document.text(1)).toBe('in print');
  });

  test('backgrounds print only when asked for', async () => {
    const red = '<div style="background: #c00; height: 20mm"></div>';
    const without = await printer.print(jobOf(red, { printBackground: false }));
    expect(await without.document.box(1, RED)).toBeNull();
  });

  variation('scripts measure the width of the paper', async () => {
    const { document } = await printer.print(jobOf('<p><script>document.write(innerWidth)</script>'));
    expect(await document.text(1)).toBe('718');
  });

  variation('a document does not see how small Chromium draws its screen', async () => {
    const content = `<body style="margin: 0"><div id="box" style="width: 300px; height: 200px"></div><p id="seen"></p><script>
      addEventListener('load', () => new IntersectionObserver(([entry], observer) => {
        observer.disconnect();
        const { width, height } = box.getBoundingClientRect();
        const { scale, width: viewport } = visualViewport;
        seen.textContent = [devicePixelRatio, innerWidth, innerHeight, scale, viewport, width, height,
          document.elementFromPoint(299, 199).id,
          document.elementFromPoint(301, 199) === box, entry.intersectionRatio, entry.boundingClientRect.width].join(' ');
      }).observe(box));
    </script>`;
    const { document } = await printer.print(jobOf(content, { contentMargin: sides(0) }));
    expect(await document.text(1)).toBe('2 794 1123 1 794 300 200 box false 1 300');
  });

  variation('a canvas keeps each of its pixels', async () => {
    const style = 'display: block; width: 200mm; height: 20mm; image-rendering: pixelated';
    const canvas = `<canvas width="40" height="4" style="${style}"></canvas><script>
      const context = document.querySelector('canvas').getContext('2d');
      context.fillStyle = '#c00';
      for (let x = 0; x < 40; x += 2) context.fillRect(x, 0, 1, 4);
    </script>`;
    const { document } = await printer.print(
      jobOf(`<body style="margin: 0">${canvas}`, { contentMargin: sides(0) }),
    );
    const { data, width } = await document.pixels(1);
    // The middles of the canvas's pixels, which are 5 mm wide.
    const greens = Array.from({ length: 40 }, (_, x) => data[(100 * width + 25 + 50 * x) * 4 + 1]);
    expect(greens).toEqual(Array.from({ length: 40 }, (_, x) => (x % 2 === 0 ? 0 : 255)));
  });
});

describe('a document has as many pages as the limit allows', () => {
  const MADE_MORE = 'htmlContent: makes more than';

  test.each(
    typical(
      [
        [3, 3],
        [550, 550],
        [550, 1_000],
      ],
      1,
    ),
  )('%i pages, with a limit of %i', LONG, async (count, maxPages) => {
    const { document } = await printer.print(jobOf(pagesOf(count)), { maxPages });
    expect(document.pageCount).toBe(count);
    expect(await document.text(count)).toBe(`Page ${count}`);
  });

  test.each(
    typical(
      [
        [4, 3],
        [551, 550],
        [501, 500],
      ],
      1,
    ),
  )('%i pages are refused with a limit of %i', LONG, async (count, maxPages) => {
    const print = printer.print(jobOf(pagesOf(count)), { maxPages });
    await expect(print).rejects.toThrow(`${MADE_MORE} ${maxPages} pages`);
  });

  test('with page ranges, those that are not printed count too', async () => {
    const ranged = jobOf(pagesOf(4), { pageRanges: '4' });
    await expect(printer.print(ranged, { maxPages: 3 })).rejects.toThrow(MADE_MORE);
    expect((await printer.print(ranged, { maxPages: 4 })).document.pageCount).toBe(1);
  });

  test('a document with scripts and one with conditions are refused too', async () => {
    const html = `${pagesOf(4)}<script>document.title = 'x'</script>`;
    await expect(printer.print(jobOf(html), { maxPages: 3 })).rejects.toThrow(MADE_MORE);
    await expect(printer.print(jobOf(html, { waitForSelector: 'h1' }), { maxPages: 3 })).rejects.toThrow(
      MADE_MORE,
    );
  });
});

describe('a shorthand with variables in a rule for pages', () => {
  const box =
    '<style>body { margin: 0 }</style><div style="width: 40px; height: 40px; background: #c00"></div>';
  const rules = [
    ':root { --m: 60mm } @page { margin: var(--m) }',
    ':root { --m: 60mm } @page { margin: var(--m) !important }',
    '@media print { @page { margin: var(--none, 60mm) } }',
    '@layer a { @page { margin: calc(env(none, 30mm) * 2) !important } }',
  ];

  test.each(typical(rules, 1))('%s sets the margin', LONG, async (style) => {
    const job = jobOf(`<style>${style}</style>${box}`, { contentMargin: sides(0), documentMargin: true });
    expect((await (await printer.print(job)).document.box(1, RED))?.leftMm).toBeCloseTo(60, 0);
    const ours = { ...job, documentMargin: false, contentMargin: sides(20) };
    expect((await (await printer.print(ours)).document.box(1, RED))?.leftMm).toBeCloseTo(20, 0);
  });

  variation('sets the background of the page', async () => {
    const html = '<style>:root { --o: #cc0000 } @page { background: var(--o) }</style><p>x';
    const { document } = await printer.print(jobOf(html));
    expect((await document.box(1, RED))?.widthMm).toBeCloseTo(210, 0);
  });

  test('sets the size, if the document may', async () => {
    const html = '<style>:root { --s: A5 landscape } @page { size: var(--s) }</style><p>x';
    const { document } = await printer.print(jobOf(html, { preferCssPageSize: true }));
    expect((await document.size(1)).widthMm).toBeCloseTo(210, 0);
    expect((await document.size(1)).heightMm).toBeCloseTo(148, 0);
  });
});
