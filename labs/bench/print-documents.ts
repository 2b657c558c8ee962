import { readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { startChromium } from '../../scripts/local/chromium-process.ts';
import { jobOf } from '../../test/print/support/jobs.ts';

/** Prints documents one after the other, with tags and bookmarks. */
export async function printDocuments(documents: readonly string[]): Promise<Uint8Array[]> {
  const chromium = await startChromium();
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 2, concurrent: 4 });
    await pool.start();
    const limits = { workspaceId: 'ws_bench', deadline: Date.now() + 120_000, maxPdfBytes: 100_000_000 };
    const files: Uint8Array[] = [];
    for (const html of documents) {
      const job = jobOf(html, { tagged: true, outline: true });
      files.push(await readWhole((await printInPool(pool, job, limits)).pdf));
    }
    pool.close();
    return files;
  } finally {
    await chromium.stop();
  }
}
