import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { printInPool, PrintTimeout } from '@platen/print-engine';
import { bandOf, jobOf, PNG, sides, type JobChanges } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { limitsOf, usePrinter } from './support/printer.ts';
import { openWatchedPool } from './support/watched-pool.ts';
import { useWebServer } from './support/web-server.ts';
import { inProject } from '../../scripts/project.ts';
import { eventually } from '../support/eventually.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const printer = usePrinter();
const server = useWebServer((_request, response) => response.end());

const CLEARING = 'Page.navigate';

/** For each print, the commands before it that had no answer, without those that wait for the page. */
const unansweredAtPrint = (sent: Awaited<ReturnType<typeof openWatchedPool>>['sent']) =>
  sent
    .filter(({ method }) => method === 'Page.printToPDF')
    .map(({ unanswered }) => unanswered.filter((method) => method === 'Page.setDocumentContent'));

test('a small document takes two round trips, and nothing is sent twice that the page has already', async () => {
  const { pool, sent, methods, atRest } = await openWatchedPool(printer);
  await printInPool(pool, jobOf('<p>first', { report: false }), limitsOf());
  await atRest();
  // On a busy machine, a print may begin before the check and be thrown away.
  const { pdf } = await eventually(async () => {
    await atRest();
    sent.length = 0;
    const print = await printInPool(pool, jobOf('<p>second', { report: false }), limitsOf());
    expect(methods()).toEqual([
      'Page.setDocumentContent',
      'Runtime.evaluate',
      'Page.printToPDF',
      'IO.read',
      'IO.close',
    ]);
    return print;
  });
  expect(unansweredAtPrint(sent)).toEqual([['Page.setDocumentContent']]);
  const bytes = await pdf.read(0, pdf.sizeBytes);
  expect(Buffer.from(bytes.slice(-6)).toString()).toBe('%%EOF\n');
  expect(bytes.buffer.byteLength).toBe(bytes.byteLength);
  expect(await (await openPdf(bytes)).text(1)).toBe('second');
  pool.close();
});

test('a document that something happens in is printed after the answer that it is ready', async () => {
  const { pool, sent } = await openWatchedPool(printer);
  for (const html of [
    '<p>x<script>0</script>',
    '<p>x<img src="data:,">',
    '<body onload="1">x',
    '<p>x<svg><use>',
    '<svg><rect><set attributeName="x" to="9"/></rect></svg>',
    '<p>x<input autofocus>',
    '<select multiple><option>x</select>',
    '<div style="scroll-snap-type: y mandatory">x</div>',
  ]) {
    sent.length = 0;
    await printInPool(pool, jobOf(html, { report: false }), limitsOf());
    expect(unansweredAtPrint(sent)).toEqual([[]]);
  }
  pool.close();
});

/** As if the document were ready later than Chromium says. */
const changeReadiness =
  (toExpression: (ready: string) => string): NonNullable<Parameters<typeof openWatchedPool>[1]>['change'] =>
  ({ method, parameters }) => {
    const isEvaluated = method === 'Runtime.evaluate' && 'expression' in parameters;
    const expression = isEvaluated ? String(parameters.expression) : '';
    // More follows in the check that warms a page up.
    const isReadiness = expression.startsWith('ready(') && expression.endsWith('"})');
    return isReadiness ? { ...parameters, expression: toExpression(expression) } : parameters;
  };

test('a print that began before its document was ready is thrown away', async () => {
  const later = (ready: string) =>
    `new Promise((resolve) => addEventListener('afterprint', resolve)).then(() => { document.body.append(' later'); return ${ready} })`;
  const { pool, sent, methods } = await openWatchedPool(printer, { change: changeReadiness(later) });
  sent.length = 0;
  const { pdf } = await printInPool(pool, jobOf('<p>text', { report: false }), limitsOf());
  expect(unansweredAtPrint(sent)).toEqual([['Page.setDocumentContent'], []]);
  await eventually(() => expect(methods().filter((method) => method === 'IO.close')).toHaveLength(2));
  const document = await openPdf(await pdf.read(0, pdf.sizeBytes));
  expect(await document.text(1)).toBe('text later');
  pool.close();
});

test.each(
  typical(
    [
      ['blank', []],
      ['not cleared', ['<p>of another document']],
    ],
    1,
  ),
)(
  'a print that began before its document was there is thrown away: a page that is %s',
  LONG,
  async (_, before) => {
    let isHeld = false;
    const { pool, sent, methods, unanswered, atRest } = await openWatchedPool(printer, {
      hold: ({ method }) =>
        isHeld && ['Page.setDocumentContent', 'Runtime.evaluate'].includes(method) ? untilPrinted() : null,
    });
    const untilPrinted = () =>
      eventually(() => {
        expect(methods()).toContain('Page.printToPDF');
        expect(unanswered).not.toContain('Page.printToPDF');
        isHeld = false;
      });
    for (const html of before) await printInPool(pool, jobOf(html, { report: false }), limitsOf());
    await atRest();
    sent.length = 0;
    isHeld = true;
    const { pdf } = await printInPool(pool, jobOf('<p>text', { report: false }), limitsOf());
    expect(methods().filter((method) => method === 'Page.printToPDF')).toHaveLength(2);
    const document = await openPdf(await pdf.read(0, pdf.sizeBytes));
    expect(await document.text(1)).toBe('text');
    pool.close();
  },
);

variation('the time of a job may end at each of its steps', async () => {
  const { pool } = await openWatchedPool(printer);
  let hasPrinted = false;
  for (let steps = 0; !hasPrinted; steps += 1) {
    let left = steps;
    const limits = {
      ...limitsOf(),
      get deadline() {
        left -= 1;
        return left < 0 ? 0 : Date.now() + 60_000;
      },
    };
    const printed = printInPool(pool, jobOf('<p>text', { report: false }), limits);
    hasPrinted = await printed.then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(PrintTimeout);
        return false;
      },
    );
  }
  pool.close();
});

variation('the print of a document that cannot be used is closed', async () => {
  const failing = () => `({ state: 'failed', problem: 'as a test wants it' })`;
  const { pool, sent, methods } = await openWatchedPool(printer, { change: changeReadiness(failing) });
  sent.length = 0;
  const printed = printInPool(pool, jobOf('<p>text', { report: false }), limitsOf());
  await expect(printed).rejects.toThrow('as a test wants it');
  await eventually(() => expect(methods()).toContain('IO.close'));
  pool.close();
});

test.each(
  typical(
    [
      String.raw`<style>p { background: u\72l(late.svg) }</style>`,
      '<p style="background: &#117;rl(late.svg)">',
      '<p style="background: url&lpar;late.svg)">',
      '<svg><style>p { background: &#117;rl(late.svg) }</style></svg>',
      '<svg><rect fill="&#117;rl(late.svg#red)"/></svg>',
    ],
    2,
  ),
)('an address that is written in another way is found: %s', LONG, async (html) => {
  const { pool, sent } = await openWatchedPool(printer);
  sent.length = 0;
  await printInPool(pool, jobOf(`${html}<p>x`, { report: false }), limitsOf());
  expect(unansweredAtPrint(sent)).toEqual([[]]);
  pool.close();
});

variation('a document that is only printed has no layout for the screen', async () => {
  const counting = () => `({ state: 'failed', problem: document.body.getClientRects().length + ' boxes' })`;
  const { pool } = await openWatchedPool(printer, { change: changeReadiness(counting) });
  const print = (changes: Partial<PrintJob>, html = '<p>x') =>
    printInPool(pool, jobOf(html, changes), limitsOf());
  await expect(print({ report: false })).rejects.toThrow('0 boxes');
  // It is sent in parts.
  await expect(print({ report: false }, `<p>x<!--${'-'.repeat(4_000_000)}-->`)).rejects.toThrow('0 boxes');
  // Its image needs time, and no server.
  await expect(print({ report: false }, `<p><img src="${SVG}">`)).rejects.toThrow('0 boxes');
  await expect(print({ report: false }, `<p><img src="${server.url('/image')}">`)).rejects.toThrow('1 boxes');
  // Both look at the document.
  await expect(print({ report: true })).rejects.toThrow('1 boxes');
  await expect(print({ report: false, fitHeight: true })).rejects.toThrow('1 boxes');
  pool.close();
});

const SVG =
  'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%229%22 height=%229%22/>'.replaceAll(
    /[<>]/g,
    encodeURIComponent,
  );

const WOFF2 = readFileSync(
  inProject('node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-latin-400-normal.woff2'),
).toString('base64');

const fontFace = (name: string, url = `data:font/woff2;base64,${WOFF2}`): string =>
  `@font-face { font-family: ${name}; src: url("${url}") format("woff2") }`;

function drawImage(type: 'image/avif' | 'image/jpeg' | 'image/png' | 'image/webp'): string {
  const canvas = createCanvas(60, 40);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, 30, 40);
  return canvas.toDataURL(type);
}

test.each(
  typical(
    [
      ['viewport units', '<p style="width: 50vw; height: 30vh; font-size: 4vmin; background: red">x'],
      [
        'its own rule for a small window',
        '<style>@media (max-width: 9px) { p { display: none } }</style><p>x',
      ],
      ['a rule for wide paper', '<style>@media (min-width: 500px) { p { font-size: 40px } }</style><p>x'],
      ['a rule for landscape', '<style>@media (orientation: landscape) { p { color: red } }</style><p>x'],
      ['container units', '<style>body { container-type: inline-size } p { font-size: 9cqw }</style><p>x'],
      ['vertical text', `<html style="writing-mode: vertical-rl"><body>${'word '.repeat(2_000)}`],
      ['hidden parts', '<p style="content-visibility: auto">text '.repeat(100)],
      ['a root that is a box of its own', '<style>html { display: flex !important }</style><p>x'],
      [
        'a transition',
        '<style>p { transition: all 9s } @media (min-width: 9px) { p { color: red } }</style><p>x',
      ],
      ['a PNG', `<p>x<img alt="a > b" style="width: 50vw" src="${drawImage('image/png')}">`],
      ['a JPEG', `<p>x<img src='${drawImage('image/jpeg')}' loading="lazy">`],
      ['a WebP, and an AVIF', `<img src="${drawImage('image/webp')}"><img src="${drawImage('image/avif')}">`],
      ['an SVG', `<p>x<img width=300 height=200 src="${SVG}">`],
      ['a broken image', '<p>x<img alt="lost" src="data:image/png;base64,AAAA">'],
      ['a font', `<style>${fontFace('own')} p { font-family: own }</style><p>Text in a font`],
      [
        'fonts for paper and for screens',
        `<style>@media print { ${fontFace('own')} } @media screen { ${fontFace('other')} } p { font-family: own, other, serif }</style><p>x`,
      ],
      ['a font that is not used', `<style>${fontFace('own')}</style><p>x`],
      [
        'a broken font',
        `<style>${fontFace('own', 'data:font/woff2;base64,AAAA')} p { font-family: own, serif }</style><p>x`,
      ],
      [
        'a font for wide paper',
        `<style>@media (min-width: 500px) { ${fontFace('own')} } p { font-family: own, serif }</style><p>x`,
      ],
      ['a background in the HTML', `<p style="background: url('${drawImage('image/png')}')">x`],
      [
        'an image for wide paper',
        `<p>x<picture><source media="(min-width: 500px)" srcset="${drawImage('image/png')}"><img src="${SVG}"></picture>`,
      ],
    ],
    4,
  ),
)('a document is the same without a layout for the screen: %s', LONG, async (_what, html) => {
  const print = async (report: boolean) => {
    const { bytes } = await printer.print(jobOf(html, { report, preferCssPageSize: true }));
    return Buffer.from(bytes).toString('latin1').replaceAll(/D:\d+/g, '');
  };
  const withLayout = await print(true);
  expect(await print(false)).toBe(withLayout);
});

variation(
  'the screen of a document is drawn small, and at its size if a picture of it is taken',
  async () => {
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
    const [pixelRatio, contentMargin] = [2, sides(0)];
    expect(await scales({ paper: a5, pixelRatio })).toEqual([0.01]);
    expect(await scales({ paper: a5, contentMargin, picture: { ...PNG, pixelRatio } })).toEqual([1]);
    pool.close();
  },
);

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

variation('cookies and cache are cleared only after a document that used the network', async () => {
  const { pool, sent, methods, atRest } = await openWatchedPool(printer);
  const print = async (html: string, changes: JobChanges = {}) => {
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

variation('a PDF of more than one piece arrives whole', async () => {
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
