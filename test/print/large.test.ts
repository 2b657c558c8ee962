import { expect, test } from 'vitest';
import { streamed } from '@platen/pdf';
import { PdfTooLarge, printInPool } from '@platen/print-engine';
import { bandOf, jobOf } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { eventually } from '../support/eventually.ts';
import { variation } from '../support/thorough.ts';

const printer = usePrinter({ ready: 1, concurrent: 1 });

/** An image that cannot be compressed: the PDF has about 24 MB. */
const NOISE = `<canvas id="c" width="2800" height="2800" style="width: 100%"></canvas><script>
  const x = c.getContext('2d'), d = x.createImageData(2800, 2800);
  for (let i = 0; i < d.data.length; i += 65536) crypto.getRandomValues(d.data.subarray(i, i + 65536));
  for (let i = 3; i < d.data.length; i += 4) d.data[i] = 255;
  x.putImageData(d, 0, 0)</script><p>after the noise</p>`;

test('a PDF that is too large to hold is streamed out of Chromium, bands and watermark included', async () => {
  const job = jobOf(NOISE, { header: bandOf('above'), watermark: 'TEST', report: false });
  const { pdf } = await printInPool(printer.pool, job, limitsOf());
  expect(pdf.sizeBytes).toBeGreaterThan(20_000_000);
  expect(printer.pool.load).toBe(1);
  const bytes = await new Response(streamed(pdf) as ReadableStream<Uint8Array<ArrayBuffer>>).bytes();
  expect(bytes.byteLength).toBe(pdf.sizeBytes);
  const document = await openPdf(bytes);
  expect(document.pageCount).toBeGreaterThanOrEqual(1);
  expect(await document.text(document.pageCount)).toMatch(/after the noise.*above.*TEST/);
  await eventually(() => expect(printer.pool.load).toBe(0));
});

variation('its page is free again when nobody wants the rest', async () => {
  const { pdf } = await printInPool(printer.pool, jobOf(NOISE), limitsOf());
  await streamed(pdf).cancel();
  await eventually(() => expect(printer.pool.load).toBe(0));
});

variation('one over the limit is refused without being read', async () => {
  const print = printInPool(printer.pool, jobOf(NOISE), limitsOf({ maxPdfBytes: 20_000_000 }));
  await expect(print).rejects.toThrow(PdfTooLarge);
});

variation('a document of 20 MB arrives as it was', async () => {
  const html = `<p id="length"></p><p hidden id="text">${'ü'.repeat(10_000_000)}${'a'.repeat(10_000_000)}</p>
    <script>document.getElementById('length').textContent = text.textContent.length</script>`;
  const { document } = await printer.print(jobOf(html, { report: false }));
  expect(await document.text(1)).toBe('20000000');
});
