import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { gallery } from '../../../labs/gallery/gallery.ts';
import { LONG, typical } from '../../support/thorough.ts';
import { A4, jobOf } from '../support/jobs.ts';
import { limitsOf, Printer } from '../support/printer.ts';
import { openWatchedPool } from '../support/watched-pool.ts';
import { CORPUS, PAPER } from './documents/corpus.ts';

const READY = Object.values(CORPUS)
  .flatMap((documents) => Object.entries(documents))
  .map(([name, { html, job }]) => ({ name, job: jobOf(html, { paper: PAPER, report: false, ...job }) }));

/** They have more of the documents that are printed early, without a layout for the screen, in pages that are not cleared. */
const GALLERY = gallery.map(({ name, html, options }) => ({
  name,
  job: jobOf(html, { paper: A4, report: false, ...options }),
}));

/** Of 255. The last digit of a coordinate can differ, and then the smoothed edge of a letter or a line. A shift of a pixel is 100 and more. */
const ROUNDING = 64;

/** Of a document. Drawing a page takes a tenth of a second. */
const COMPARED_PAGES = 8;

function largestDifference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  if (Buffer.compare(Buffer.from(one.buffer), Buffer.from(other.buffer)) === 0) return 0;
  return one.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (other[at] ?? 0))), 0);
}

function useBothPaths() {
  const [fast, plain] = [new Printer(), new Printer()];
  beforeAll(() =>
    Promise.all([
      fast.start({ ready: 1, concurrent: 1 }, []),
      plain.start({ ready: 1, concurrent: 1, printPath: 'plain' }, []),
    ]),
  );
  afterAll(() => Promise.all([fast.stop(), plain.stop()]));
  const expectSamePixels = async (job: PrintJob): Promise<void> => {
    const printed = await fast.print(job);
    const expected = await plain.print(job);
    expect(printed.document.pageCount).toBe(expected.document.pageCount);
    for (let page = 1; page <= Math.min(expected.document.pageCount, COMPARED_PAGES); page += 1) {
      const [one, other] = [await printed.document.pixels(page), await expected.document.pixels(page)];
      expect(one.width).toBe(other.width);
      expect(largestDifference(one.data, other.data), `page ${page}`).toBeLessThanOrEqual(ROUNDING);
    }
  };
  return { fast, plain, expectSamePixels };
}

describe('a document looks the same with and without the shortcuts', () => {
  const { expectSamePixels } = useBothPaths();
  test.each(typical(READY, 3))('$name', LONG, ({ job }) => expectSamePixels(job));
});

describe('a document of the gallery looks the same with and without the shortcuts', () => {
  const { expectSamePixels } = useBothPaths();
  test.each(typical(GALLERY, 2))('$name', LONG, ({ job }) => expectSamePixels(job));
});

/** These depend on the window. Without a layout for the screen, it is the smallest one. */
const OF_THE_WINDOW = [
  '<div style="height: 300px; background: linear-gradient(red, blue) fixed">x</div>',
  '<style>:root { --a: fixed } div { height: 90mm; background: linear-gradient(red, blue); background-attachment: scroll, var(--a) }</style><div>',
  '<p style="position: fixed; bottom: 9mm; background: #c00">fixed<p style="width: 50vw; height: 20vh; background: #0c0">',
  '<video controls></video><audio controls></audio>',
  '<style>@media (min-width: 300px) { p { color: red } } @container (min-width: 300px) { p { font-size: 30pt } } body { container-type: inline-size }</style><p>x',
  '<p style="width: min(50vw, 90%); font-size: clamp(8pt, 4vw, 40pt); margin-top: 10dvh; background: #0cc">x',
  '<div style="position: sticky; top: 40px; background: #cc0">sticky</div>',
  '<div style="height: 50svh; overflow: auto; background: #cc0">x</div>',
  '<div style="height: 90px; resize: both; overflow: auto; background: #cc0">x</div>',
  '<textarea>x</textarea><div style="height: 90px; overflow: scroll; background: #cc0">x</div>',
  '<h1 style="animation-name: none; view-transition-name: a; content-visibility: auto">x</h1><details><summary>y</summary>z</details>',
];

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';

/** They have words and elements that only look as if something happened. */
const STILL = [
  '<p class="frame src" title="animation">Compact frame, https://example.com/?src=1&poster=2<!-- <script> -->',
  String.raw`<style>.md\:w-1\/2 { width: 50% } p::before { content: "\201C url(x)" }</style><p class="md:w-1/2" style="background: #ccc">x`,
  `<svg width="90" height="40"><defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>
   <clipPath id="c"><circle cx="20" cy="20" r="20"/></clipPath></defs><rect width="90" height="40" fill="url(#g)" clip-path="url(#c)"/></svg>`,
  '<link rel="canonical" href="https://example.com"><noscript><img src="https://example.com/a.png"></noscript><p>x',
  `<img src="${PNG}" width="40" height="40" loading="lazy" decoding="async" alt="x"><p style="margin-top: 400mm">second</p>
   <img src="${PNG}" width="40" height="40" loading="lazy">`,
];

const { fast, plain, expectSamePixels } = useBothPaths();

test.each(typical([...OF_THE_WINDOW, ...STILL], 5))(
  '%s looks the same with and without the shortcuts',
  LONG,
  (html) => expectSamePixels(jobOf(html, { report: false })),
);

describe('without the shortcuts', () => {
  test('a static document is ready before its print, has its window and its screen, and its page is cleared', async () => {
    const { pool, sent, atRest } = await openWatchedPool(plain, { printPath: 'plain' });
    for (const text of ['first', 'second']) {
      sent.length = 0;
      const { pdf } = await printInPool(pool, jobOf(`<p>${text}`, { report: false }), limitsOf());
      pdf.close?.();
      const print = sent.find(({ method }) => method === 'Page.printToPDF');
      expect(print?.unanswered).not.toContain('Page.setDocumentContent');
      const metrics = sent.filter(({ method }) => method === 'Emulation.setDeviceMetricsOverride');
      for (const { parameters } of metrics) expect(parameters).toMatchObject({ scale: 1 });
      for (const { parameters } of metrics) expect(parameters).not.toMatchObject({ width: 1 });
      await atRest();
      expect(sent.map(({ method }) => method)).toContain('Page.navigate');
    }
    pool.close();
  });

  test('the pool says which path it prints on', () => {
    expect(plain.pool).toBeInstanceOf(PagePool);
    expect([fast.pool.printPath, plain.pool.printPath]).toEqual(['fast', 'plain']);
  });
});
