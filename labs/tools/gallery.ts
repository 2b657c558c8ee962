/** Prints each document of the gallery as a PDF and draws its first pages as one PNG. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { gallery } from '../gallery/gallery.ts';
import { A4, jobOf } from '../../test/print/support/jobs.ts';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import { contactSheet } from '../gallery/contact-sheet.ts';
import { inProject } from '../../scripts/project.ts';

const folder = inProject('dist', 'gallery');
await mkdir(folder, { recursive: true });
const chromium = await startChromium();
try {
  const pool = new PagePool(await chromium.connect(), { ready: 1, concurrent: 1 });
  await pool.start();
  for (const { name, html, options } of gallery) {
    const limits = { workspaceId: 'gallery', deadline: Date.now() + 60_000, maxPdfBytes: 250_000_000 };
    const { pdf, report } = await printInPool(pool, jobOf(html, { paper: A4, ...options }), limits);
    const bytes = await readWhole(pdf);
    await writeFile(join(folder, `${name}.pdf`), bytes);
    await writeFile(join(folder, `${name}.png`), await contactSheet(bytes));
    const missing = report.missingGlyphs.length > 0 ? `, no glyph for ${report.missingGlyphs.join(' ')}` : '';
    console.log(`${name}: ${report.pageCount} pages, ${Math.ceil(pdf.sizeBytes / 1000)} kB${missing}`);
  }
  pool.close();
} finally {
  await chromium.stop();
}
console.log(`\nThe PDFs and their contact sheets are in ${folder}`);
