/** Draws the first page of each starter for the dashboard's picker, after a starter has changed. */
import { writeFile } from 'node:fs/promises';
import { createCanvas } from '@napi-rs/canvas';
import { readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { compose } from '../../compose/compose.ts';
import { STARTERS, type StarterName } from '../../dashboard/starters/starters.ts';
import { startChromium } from '../local/chromium-process.ts';
import { readPdf } from '../pdf/pdf-document.ts';
import { inProject } from '../project.ts';
import { readStarter } from '../generate/read-starter.ts';
import { unlimited } from '../../test/support/unlimited.ts';

/** The picker shows it at half this size, for screens of double density. */
const BOX_PX = { width: 480, height: 600 };
const WEBP_QUALITY = 78;

const chromium = await startChromium();
try {
  const pool = new PagePool(await chromium.connect(), { ready: 1, concurrent: 1 });
  await pool.start();
  for (const { name } of STARTERS) {
    const picture = await drawFirstPage(await print(pool, name));
    await writeFile(inProject('dashboard', 'starters', name, 'thumbnail.webp'), picture);
    console.log(`${name}: ${Math.ceil(picture.length / 1000)} kB`);
  }
  pool.close();
} finally {
  await chromium.stop();
}

async function print(pool: PagePool, name: StarterName): Promise<Uint8Array> {
  const { content, settings, data, attach } = await readStarter(name);
  const { job } = compose({
    meter: unlimited(),
    content: content,
    template: { name, settings },
    data,
    // The picture shows only the pages.
    options: { eInvoice: { enabled: false } },
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: Date.now(),
  });
  const limits = { workspaceId: 'starters', deadline: Date.now() + 60_000, maxPdfBytes: 10_000_000 };
  const { pdf } = await printInPool(pool, await attach(job), limits);
  return readWhole(pdf);
}

function drawFirstPage(pdf: Uint8Array): Promise<Buffer> {
  return readPdf(pdf, async (document) => {
    const page = await document.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(BOX_PX.width / width, BOX_PX.height / height) });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    // pdf.js expects the browser's canvas type, which draws the same way.
    await page.render({ canvas: canvas as never, viewport }).promise;
    return canvas.encode('webp', WEBP_QUALITY);
  });
}
