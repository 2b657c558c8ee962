import { expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { inspectPdf } from '../support/pdf.ts';
import { bandOf, jobOf, sides } from './support/jobs.ts';
import { usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';

const printer = usePrinter();

/** Each image shows the number in its address. */
const server = useWebServer((request, response) => {
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
  expect(await imageWidths(jobOf(CANVAS))).toEqual([200]);
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

const LAYOUT = `<!doctype html><style>
  td { border: 0.5px solid } p { border-bottom: 1.3px solid; margin: 3.7px; font: 11.3px/1.37 sans-serif } .thin { border: thin solid }
</style><table style="width: 100%">${Array.from(
  { length: 60 },
  (_, row) => `<tr><td>${row}<td>${'lorem ipsum '.repeat(row % 9)}<td class="thin">x`,
).join(
  '',
)}</table>${'<p>Some <b>bold</b> words '.repeat(150)}<input value="x"><select><option>y</select><script>0</script>`;

test.each([1.25, 2, 3])('with %d times the pixels, no text is at another place', async (pixelRatio) => {
  const contentMargin = sides(12.3);
  const once = await inspectPdf((await printer.print(jobOf(LAYOUT, { contentMargin }))).bytes);
  const sharp = await inspectPdf((await printer.print(jobOf(LAYOUT, { contentMargin, pixelRatio }))).bytes);
  expect(sharp).toEqual(once);
});
