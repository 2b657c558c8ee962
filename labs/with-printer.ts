import { type PrintJob, readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { startChromium } from '../scripts/local/chromium-process.ts';

const TIMEOUT_MS = 120_000;
const MAX_PDF_BYTES = 500_000_000;

/** Returns limits for one print, which starts now. */
const scriptLimits = () => ({
  workspaceId: 'scripts',
  deadline: Date.now() + TIMEOUT_MS,
  maxPdfBytes: MAX_PDF_BYTES,
});

export type Print = (job: PrintJob) => Promise<Uint8Array>;

/** Starts Chromium for the work, and stops it afterwards. */
export async function withPrinter(work: (print: Print) => Promise<void>): Promise<void> {
  const chromium = await startChromium();
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 1, concurrent: 1 });
    await pool.start();
    await work(async (job) => readWhole((await printInPool(pool, job, scriptLimits())).pdf));
    pool.close();
  } finally {
    await chromium.stop();
  }
}
