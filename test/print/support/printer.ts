import { afterAll, beforeAll, inject } from 'vitest';
import {
  PagePool,
  type PagePoolLimits,
  type PagePrint,
  printInPool,
  type PrintJob,
  type PrintLimits,
  readWhole,
} from '@platen/print-engine';
import { type ChromiumProcess, connectTo, startChromium } from '../../../scripts/chromium-process.ts';
import { openPdf, type Pdf } from './pdf.ts';

export interface Printed extends PagePrint {
  readonly bytes: Uint8Array;
  readonly document: Pdf;
}

type Browser = Pick<ChromiumProcess, 'address' | 'connect'>;

/** A Chromium with a pool of pages, for the tests of one file. */
export class Printer<Chromium extends Browser = Browser> {
  #chromium: Chromium | null = null;
  #pool: PagePool | null = null;

  get chromium(): Chromium {
    if (!this.#chromium) throw new Error('the browser runs while tests do');
    return this.#chromium;
  }

  get pool(): PagePool {
    if (!this.#pool) throw new Error('the pool is open while tests run');
    return this.#pool;
  }

  async start(chromium: Chromium, limits: PagePoolLimits): Promise<void> {
    this.#chromium = chromium;
    await this.openPool(limits);
  }

  async openPool(limits: PagePoolLimits): Promise<PagePool> {
    const pool = new PagePool(await this.chromium.connect(), limits);
    await pool.start();
    this.#pool = pool;
    return pool;
  }

  /** Its browser closes its pages. */
  close(): void {
    this.#pool?.close();
  }

  async print(job: PrintJob, changes: Partial<PrintLimits> = {}): Promise<Printed> {
    const print = await printInPool(this.pool, job, limitsOf(changes));
    const bytes = await readWhole(print.pdf);
    return { ...print, bytes, document: await openPdf(bytes) };
  }
}

export const limitsOf = (changes: Partial<PrintLimits> = {}): PrintLimits => ({
  workspaceId: 'ws_one',
  deadline: Date.now() + 30_000,
  maxPdfBytes: 100_000_000,
  ...changes,
});

const DEFAULTS: PagePoolLimits = { ready: 2, concurrent: 4 };

/** Prints in the Chromium that all files share. Each file has pages of its own. */
export function usePrinter(limits = DEFAULTS): Printer {
  const printer = new Printer();
  beforeAll(() => {
    const address = inject('chromiumAddress');
    return printer.start({ address, connect: () => connectTo(address) }, limits);
  });
  afterAll(() => printer.close());
  return printer;
}

/** For tests that end their Chromium, count its processes or start it with flags. */
export function useOwnPrinter(limits = DEFAULTS, flags: readonly string[] = []): Printer<ChromiumProcess> {
  const printer = new Printer<ChromiumProcess>();
  beforeAll(async () => printer.start(await startChromium(flags), limits));
  afterAll(async () => {
    printer.close();
    await printer.chromium.stop();
  });
  return printer;
}
