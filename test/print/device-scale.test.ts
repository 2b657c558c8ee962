import { expect, test } from 'vitest';
import { type PrintJob, readWhole } from '@platen/pdf';
import { type PagePool, printInPool } from '@platen/print-engine';
import type { PrintPath } from '../../packages/print-engine/fast/print-path.ts';
import { bandOf, jobOf, PNG, sides } from './support/jobs.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';

const printer = usePrinter();

let served = '';

/** Each image shows the number in its address. */
const server = useWebServer((request, response) => {
  if (request.url === '/page') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(served);
    return;
  }
  response.setHeader('Content-Type', 'image/svg+xml');
  response.end(
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15">image ${request.url?.slice(1)}</text></svg>`,
  );
});

/** Returns the widths of the images in the PDF, in pixels. */
async function imageWidths(job: PrintJob): Promise<number[]> {
  const { bytes } = await printer.print(job);
  const images = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/Subtype \/Image\b[\s\S]*?\/Width (\d+)/g);
  return Array.from(images, ([, width]) => Number(width));
}

const CANVAS = `<canvas id="c" style="width: 200px; height: 100px"></canvas><script>
  c.width = 200 * devicePixelRatio; c.height = 100 * devicePixelRatio;
  c.getContext('2d').fillRect(0, 0, c.width, c.height);
</script>`;

test.each([1, 1.5, 2, 3])('a canvas has %d times the pixels of the screen', async (pixelRatio) => {
  expect(await imageWidths(jobOf(CANVAS, { pixelRatio }))).toEqual([200 * pixelRatio]);
});

test('the next document has its own pixels', async () => {
  expect(await imageWidths(jobOf(CANVAS, { pixelRatio: 3 }))).toEqual([600]);
  expect(await imageWidths(jobOf('<p>x', { pixelRatio: 3 }))).toEqual([]);
  expect(await imageWidths(jobOf(CANVAS))).toEqual([400]);
});

const SRCSET = (): string =>
  `<img srcset="${server.url('/1')} 1x, ${server.url('/2')} 2x, ${server.url('/3')} 3x"><script>0</script>`;

test('srcset chooses the image for these pixels, in a band too', async () => {
  const chosen = async (html: string, changes: Partial<PrintJob>) => {
    const { document } = await printer.print(jobOf(html, changes));
    return document.text(1);
  };
  expect(await chosen(SRCSET(), { pixelRatio: 1 })).toBe('image 1');
  expect(await chosen(SRCSET(), { pixelRatio: 2 })).toBe('image 2');
  expect(await chosen(SRCSET(), { pixelRatio: 3, fitHeight: true })).toBe('image 3');
  expect(await chosen('', { pixelRatio: 2, header: [bandOf(SRCSET())] })).toBe('image 2');
});

/** Lengths of the font, and lines whose height is that of the font. */
const LAYOUT = ['serif', 'Open Sans', 'no such font']
  .map(
    (font) => `<div style="font: 13px/normal ${font}">
  <p style="width: 20ex; height: 5cap; background: red">x<p style="width: 10ic; height: 3lh; background: blue">y
  <p style="font-size: 11.3px; border-bottom: 1.3px solid; margin: 3.7px">${'Some <b>bold</b> words '.repeat(30)}
  <table><tr><td style="border: 0.5px solid">${'lorem ipsum '.repeat(9)}<td style="border: thin solid">x</table></div>`,
  )
  .join('');

/** A standard and a quirky document, for the fast path and the general one. */
const LAYOUTS = ['<!doctype html>', ''].flatMap((mode) => [
  mode + LAYOUT,
  `${mode}${LAYOUT}<input value="x"><select><option>y</select><script>0</script>`,
]);

async function layoutOf(html: string, changes: Partial<PrintJob>, path: PrintPath = 'fast'): Promise<string> {
  const pool = await printer.openPool({ ready: 0, concurrent: 1, printPath: path });
  return printedBy(pool, html, changes);
}

/** The bytes of the PDF, without its time and the numbers of its elements. */
async function printedBy(pool: PagePool, html: string, changes: Partial<PrintJob>): Promise<string> {
  const job = jobOf(html, { contentMargin: sides(12.3), ...changes });
  const { pdf } = await printInPool(pool, job, limitsOf());
  return Buffer.from(await readWhole(pdf))
    .toString('latin1')
    .replaceAll(/D:\d+|node\d+/g, '');
}

/** At the ratio 1, Chromium sets each glyph of an installed font at a whole pixel. */
test.each(LAYOUTS)('with more pixels, nothing is at another place, on both paths (%#)', async (html) => {
  const expected = await layoutOf(html, { pixelRatio: 2 });
  for (const path of ['fast', 'plain'] as const) {
    for (const pixelRatio of [1.25, 2, 3]) {
      expect(await layoutOf(html, { pixelRatio }, path), `${path} ${pixelRatio}`).toBe(expected);
    }
  }
});

test.each(['fast', 'plain'] as const)('a print does not depend on the one before (%s)', async (printPath) => {
  const pool = await printer.openPool({ ready: 1, concurrent: 1, printPath });
  for (const pixelRatio of [3, 1, 2, 1.25, 1]) {
    for (const html of LAYOUTS) {
      const printed = await printedBy(pool, html, { pixelRatio });
      expect(printed, `${pixelRatio} ${html.slice(0, 20)}`).toBe(await layoutOf(html, { pixelRatio }));
    }
    await printedBy(pool, LAYOUT, { picture: { ...PNG, pixelRatio: 0.5 } });
  }
});

test('a page of a server is as its HTML', async () => {
  for (const html of LAYOUTS) {
    const printed = await layoutOf(html, { pixelRatio: 2 });
    served = html;
    const address = { url: server.url('/page'), headers: {}, cookies: [], maxDocumentBytes: 1_000_000 };
    expect(await layoutOf('', { pixelRatio: 2, address })).toBe(printed);
  }
});
