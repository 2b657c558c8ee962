import type { PrintJob } from '@platen/pdf';
import {
  BrowserLost,
  JobSlots,
  PageCrashed,
  type PagePoolLimits,
  type PagePrint,
  PrintFailed,
  printInPool,
  type PrintLimits,
} from '@platen/print-engine';
import { type LaunchedBrowser, SupervisedBrowser } from './supervised-browser.ts';

/** A browser takes seconds to start, and a workspace that prints apart sends more. */
const KEPT_MS = 60_000;

/**
 * Prints jobs that lost their browser, or may have slowed it down, one at a time, in a browser of their own. So such a job cannot harm
 * the browser of others twice, and the others still print.
 */
export class Quarantine {
  readonly #launch: () => Promise<LaunchedBrowser>;
  readonly #limits: PagePoolLimits;
  /** The next job is one of another workspace, if there is one: jobs of one workspace may all be slow. */
  readonly #turns = new JobSlots(1);
  #browser: SupervisedBrowser | null = null;
  #closeTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(launch: () => Promise<LaunchedBrowser>, limits: PagePoolLimits) {
    this.#launch = launch;
    this.#limits = limits;
  }

  get isIdle(): boolean {
    return this.#turns.load === 0;
  }

  /** @throws {PrintFailed} the job lost this browser @throws {RenderFailure} see `Renderer.print` */
  async print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PagePrint> {
    await this.#turns.acquire(limits, signal);
    this.#keepOpen();
    let print: PagePrint | undefined;
    try {
      print = await this.#printAlone(job, limits, signal);
      return print;
    } finally {
      // A large PDF stays in the browser until it is read.
      if (print?.pdf.closed) void print.pdf.closed.then(() => this.#endTurn(limits));
      else this.#endTurn(limits);
    }
  }

  /** Running jobs fail. */
  async close(): Promise<void> {
    this.#keepOpen();
    const browser = this.#browser;
    this.#browser = null;
    await browser?.close();
  }

  async #printAlone(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PagePrint> {
    const browser = await this.#readyBrowser();
    try {
      return await printInPool(browser.pages, job, limits, signal);
    } catch (error) {
      if (error instanceof PageCrashed) throw error.toUnprintable();
      if (!(error instanceof BrowserLost)) throw error;
      // No renderer prints it again.
      const message = `a browser was lost while it printed this job alone: ${error.message}`;
      throw Object.assign(new PrintFailed(message, { cause: error }), { pageMs: error.pageMs });
    }
  }

  async #readyBrowser(): Promise<SupervisedBrowser> {
    if (this.#browser && !this.#browser.isLost) return this.#browser;
    const browser = await SupervisedBrowser.open(await this.#launch(), {
      ...this.#limits,
      ready: 1,
      concurrent: 1,
    });
    this.#browser = browser;
    return browser;
  }

  #keepOpen(): void {
    if (this.#closeTimer) clearTimeout(this.#closeTimer);
    this.#closeTimer = null;
  }

  #endTurn(limits: PrintLimits): void {
    this.#turns.release(limits);
    if (this.#turns.isIdle) this.#closeTimer = setTimeout(() => void this.close(), KEPT_MS);
  }
}
