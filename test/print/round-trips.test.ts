import { expect, test } from 'vitest';
import { printInPool, type PrintJob } from '@platen/print-engine';
import { bandOf, jobOf, PNG, sides } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { openWatchedPool } from './support/watched-pool.ts';
import { useWebServer } from './support/web-server.ts';
import { eventually } from '../support/eventually.ts';

const printer = usePrinter();
const server = useWebServer((_request, response) => response.end());

const CLEARING = 'Page.navigate';

test('a small document takes three round trips, and nothing is sent twice that the page has already', async () => {
  const { pool, sent, methods, atRest } = await openWatchedPool(printer);
  await printInPool(pool, jobOf('<p>first'), limitsOf());
  await atRest();
  sent.length = 0;
  const { pdf } = await printInPool(pool, jobOf('<p>second', { report: false }), limitsOf());
  expect(methods()).toEqual([
    'Page.setDocumentContent',
    'Runtime.evaluate',
    'Page.printToPDF',
    'IO.read',
    'IO.close',
  ]);
  const bytes = await pdf.read(0, pdf.sizeBytes);
  expect(Buffer.from(bytes.slice(-6)).toString()).toBe('%%EOF\n');
  expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  expect(await (await openPdf(bytes)).text(1)).toBe('second');
  pool.close();
});

test('the screen of a document is drawn small, and at its size if a picture of it is taken', async () => {
  const { pool, sent } = await openWatchedPool(printer);
  const scales = async (changes: Partial<PrintJob>) => {
    sent.length = 0;
    const { pdf } = await printInPool(pool, jobOf('<p>seen', changes), limitsOf());
    pdf.close?.();
    return sent.flatMap(({ method, parameters }) =>
      method === 'Emulation.setDeviceMetricsOverride' && 'scale' in parameters ? [parameters.scale] : [],
    );
  };
  const a5 = { widthMm: 148, heightMm: 210 };
  expect(await scales({ paper: a5 })).toEqual([0.01]);
  expect(await scales({ paper: a5, contentMargin: sides(0), picture: PNG })).toEqual([1]);
  pool.close();
});

test('a page is cleared when its PDF has been taken care of, and sooner when others wait', async () => {
  const { pool, sent, methods } = await openWatchedPool(printer);
  sent.length = 0;
  await printInPool(pool, jobOf('<p>alone'), limitsOf());
  expect(methods()).not.toContain(CLEARING);
  await eventually(() => expect(methods()).toContain(CLEARING));

  sent.length = 0;
  const jobs = Array.from({ length: 8 }, (_, index) => printInPool(pool, jobOf(`<p>${index}`), limitsOf()));
  await Promise.all(jobs);
  expect(methods().indexOf(CLEARING)).toBeGreaterThan(0);
  expect(methods().indexOf(CLEARING)).toBeLessThan(methods().lastIndexOf('Page.setDocumentContent'));
  pool.close();
});

test('cookies and cache are cleared only after a document that used the network', async () => {
  const { pool, sent, methods, atRest } = await openWatchedPool(printer);
  const print = async (html: string, changes: Partial<PrintJob> = {}) => {
    sent.length = 0;
    await printInPool(pool, jobOf(html, { report: false, ...changes }), limitsOf());
    await atRest();
    expect(methods()).toContain(CLEARING);
    return methods().filter((command) =>
      ['Storage.clearCookies', 'Network.clearBrowserCache'].includes(command),
    );
  };
  expect(await print('<p>x<img src="data:,">')).toEqual([]);
  expect(await print('<p>x', { header: bandOf('<p>header') })).toEqual([]);
  expect(await print(`<p>x<img src="${server.url('/image')}">`)).toHaveLength(2);
  expect(await print(`<p>x<script src="${server.url('/script')}"></script>`)).toHaveLength(2);
  const header = bandOf(`<img src="${server.url('/band-image')}">`);
  expect(await print('<p>x', { header })).toHaveLength(2);
  pool.close();
});

test('a PDF of more than one piece arrives whole', async () => {
  const noise = `<canvas width="900" height="900"></canvas><script>
    const context = document.querySelector('canvas').getContext('2d');
    const image = context.createImageData(900, 900);
    for (let i = 0; i < image.data.length; i += 1) image.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(image, 0, 0);
  </script>`;
  const { bytes, document } = await printer.print(jobOf(`${noise}<p>the end`));
  expect(bytes.byteLength).toBeGreaterThan(2_000_000);
  expect(document.pageCount).toBe(1);
  expect(await document.text(1)).toBe('the end');
});
