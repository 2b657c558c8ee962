import { expect, test } from 'vitest';
import type { FinishOptions, PdfaLevel } from '@platen/pdf';
import { type JobChanges, jobOf } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

const NOTHING: FinishOptions = { metadata: null, attachments: [], watermark: null, encryption: null };

/** Each page draws a canvas, which Chromium writes as an image of its own. */
const canvases = (count: number, draw: string): string =>
  `<!doctype html><html lang="en"><title>T</title><style>body{margin:0}canvas{display:block;break-after:page}</style>${'<canvas role="img" aria-label="x" width=300 height=300></canvas>'.repeat(count)}<script>
    const noise = (seed, at) => ((at * 2654435761 + seed * 40503) >>> 8) % 256;
    document.querySelectorAll('canvas').forEach((canvas, index) => {
      const context = canvas.getContext('2d');
      const image = context.createImageData(300, 300);
      for (let at = 0; at < image.data.length; at += 1) image.data[at] = at % 4 === 3 ? 255 : noise(0, at);
      context.putImageData(image, 0, 0);
      ${draw}
    });
  </script>`;

const SAME = canvases(6, '');
const TRANSPARENT = canvases(
  6,
  `for (let at = 3; at < image.data.length; at += 4) image.data[at] = noise(1, at); context.putImageData(image, 0, 0);`,
);
/** They have the same length in the file, which is not packed: only one pixel differs. */
const ALMOST = canvases(6, `context.fillStyle = 'rgb(' + index + ',0,0)'; context.fillRect(0, 0, 1, 1);`);

const print = (html: string, finish: Partial<FinishOptions> = {}, changes: JobChanges = {}) =>
  printer.print(jobOf(html, { ...changes, finish: { ...NOTHING, ...finish } }));

const imagesIn = (bytes: Uint8Array): number =>
  Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1;

/** Returns whether two pages look the same. */
async function looksSame(
  one: Uint8Array,
  page: number,
  other: Uint8Array,
  otherPage: number,
): Promise<boolean> {
  const [first, second] = await Promise.all([pixelsOf(one, page), pixelsOf(other, otherPage)]);
  return Buffer.compare(first, second) === 0;
}

const pixelsOf = async (bytes: Uint8Array, page: number): Promise<Buffer> =>
  Buffer.from((await (await openPdf(bytes)).pixels(page)).data.buffer);

test('images that are the same on each page are in the file once, and look the same', async () => {
  const { bytes } = await print(SAME);
  const one = await print(canvases(1, ''));
  expect(imagesIn(one.bytes)).toBe(1);
  expect(imagesIn(bytes)).toBe(1);
  expect(bytes.byteLength).toBeLessThan(1.2 * one.bytes.byteLength);
  for (const page of [1, 6]) expect(await looksSame(bytes, page, one.bytes, 1)).toBe(true);
});

test('so are those with a mask', async () => {
  const { bytes } = await print(TRANSPARENT);
  expect(imagesIn(bytes)).toBe(2);
  expect(await looksSame(bytes, 6, bytes, 1)).toBe(true);
});

test('images that differ in one pixel stay', async () => {
  expect(imagesIn((await print(ALMOST)).bytes)).toBe(6);
});

test('50 equal shadows are few pictures: Chromium begins some of them at another fraction of a pixel', async () => {
  const page = (number: number) => `<div class="page">Page ${number}</div>`;
  const style =
    '<style>body{margin:0}.page{height:40mm;margin:0 5mm;box-shadow:0 4mm 12mm rgba(0,0,0,.2);break-after:page}</style>';
  const { bytes, document } = await print(
    style + Array.from({ length: 50 }, (_, number) => page(number)).join(''),
  );
  expect(imagesIn(bytes)).toBeLessThan(6);
  expect(document.pageCount).toBe(50);
  expect(await document.text(50)).toBe('Page 49');
});

test('the file can be tagged, PDF/A and PDF/UA, have bands and a mark, and be encrypted', async () => {
  const changes = { tagged: true, watermark: 'TEST' };
  const conforming = await print(SAME, { pdfa: '3a' as PdfaLevel, pdfua: true }, changes);
  expect(imagesIn(conforming.bytes)).toBe(1);
  expect(await conforming.document.text(6)).toContain('TEST');
  const encryption = { userPassword: null, ownerPassword: 'own', permissions: null };
  const encrypted = await print(SAME, { encryption }, changes);
  expect(encrypted.bytes.byteLength).toBeLessThan(1.5 * conforming.bytes.byteLength);
  expect(await encrypted.document.text(6)).toContain('TEST');
});
