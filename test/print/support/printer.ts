import { afterAll, beforeAll } from 'vitest';
import { type PrintJob, readWhole } from '@platen/pdf';
import {
  PagePool,
  type PagePoolLimits,
  type PagePrint,
  printInPool,
  type PrintLimits,
} from '@platen/print-engine';
import { type ChromiumProcess, startChromium } from '../../../scripts/local/chromium-process.ts';
import { openPdf, type Pdf } from './pdf.ts';

export interface Printed extends PagePrint {
  readonly bytes: Uint8Array;
  readonly document: Pdf;
}

/** These names have no address. Asking a name server for one may take seconds. */
const NO_LOOKUP = '--host-resolver-rules=MAP *.invalid ~NOTFOUND';

/** A Chromium with a pool of pages, for the tests of one file. */
export class Printer {
  #chromium: ChromiumProcess | null = null;
  #pool: PagePool | null = null;

  get chromium(): ChromiumProcess {
    if (!this.#chromium) throw new Error('the browser runs while tests do');
    return this.#chromium;
  }

  get pool(): PagePool {
    if (!this.#pool) throw new Error('the pool is open while tests run');
    return this.#pool;
  }

  async start(limits: PagePoolLimits, flags: readonly string[]): Promise<void> {
    this.#chromium = await startChromium([NO_LOOKUP, ...flags]);
    await this.openPool(limits);
  }

  async openPool(limits: PagePoolLimits): Promise<PagePool> {
    const pool = new PagePool(await this.chromium.connect(), limits);
    await pool.start();
    this.#pool = pool;
    return pool;
  }

  async stop(): Promise<void> {
    this.#pool?.close();
    await this.#chromium?.stop();
  }

  async print(job: PrintJob, changes: Partial<PrintLimits> = {}): Promise<Printed> {
    const print = await printInPool(this.pool, job, limitsOf(changes));
    const bytes = await readWhole(print.pdf);
    return { ...print, bytes, document: await openPdf(bytes) };
  }
}

/** Returns the text of each page. */
export async function textsOf({ document }: Pick<Printed, 'document'>): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; page <= document.pageCount; page += 1) texts.push(await document.text(page));
  return texts;
}

export const limitsOf = (changes: Partial<PrintLimits> = {}): PrintLimits => ({
  workspaceId: 'ws_one',
  deadline: Date.now() + 30_000,
  maxPdfBytes: 100_000_000,
  ...changes,
});

/** Starts the browser before the tests of the file and stops it after them. */
export function usePrinter(
  limits: PagePoolLimits = { ready: 2, concurrent: 4 },
  flags: readonly string[] = [],
): Printer {
  const printer = new Printer();
  beforeAll(() => printer.start(limits, flags));
  afterAll(() => printer.stop());
  return printer;
}
