import type { PrintJob } from '@platen/pdf';
import {
  BrowserLost,
  JobSlots,
  type PagePrint,
  PrintFailed,
  printInPool,
  type PrintLimits,
} from '@platen/print-engine';
import { type LaunchedBrowser, SupervisedBrowser } from './supervised-browser.ts';

/**
 * Prints jobs that lost their browser, one at a time, in a browser of their own. Each of them may be the job that
 * ended the browser. So such a job cannot end the browser of others twice, and the others still print.
 */
export class Quarantine {
  readonly #launch: () => Promise<LaunchedBrowser>;
  /** The next job is one of another workspace, if there is one: jobs of one workspace may all be slow. */
  readonly #turns = new JobSlots(1);
  #browser: SupervisedBrowser | null = null;

  constructor(launch: () => Promise<LaunchedBrowser>) {
    this.#launch = launch;
  }

  /** @throws {PrintFailed} the job lost this browser too @throws {RenderFailure} see `Renderer.print` */
  async print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PagePrint> {
    await this.#turns.acquire(limits, signal);
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
    const browser = this.#browser;
    this.#browser = null;
    await browser?.close();
  }

  async #printAlone(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PagePrint> {
    const browser = await this.#readyBrowser();
    try {
      return await printInPool(browser.pages, job, limits, signal);
    } catch (error) {
      if (!(error instanceof BrowserLost)) throw error;
      // No renderer prints it again.
      throw new PrintFailed(`two browsers were lost while they printed this job: ${error.message}`, {
        cause: error,
      });
    }
  }

  async #readyBrowser(): Promise<SupervisedBrowser> {
    if (this.#browser && !this.#browser.isLost) return this.#browser;
    const browser = await SupervisedBrowser.open(await this.#launch(), { ready: 1, concurrent: 1 });
    this.#browser = browser;
    return browser;
  }

  #endTurn(limits: PrintLimits): void {
    this.#turns.release(limits);
    if (this.#turns.isIdle) void this.close();
  }
}
