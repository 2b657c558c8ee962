import {
  BrowserLost,
  type PagePrint,
  PrintFailed,
  printInPool,
  type PrintJob,
  type PrintLimits,
  PrintTimeout,
} from '@platen/print-engine';
import { type LaunchedBrowser, SupervisedBrowser } from './supervised-browser.ts';

interface Suspect {
  readonly workspaceId: string;
  start(): void;
}

/**
 * Prints jobs that lost their browser, one at a time, in a browser of their own. Each of them may be the job that
 * ended the browser. So such a job cannot end the browser of others twice, and the others still print.
 */
export class Quarantine {
  readonly #launch: () => Promise<LaunchedBrowser>;
  readonly #waiting: Suspect[] = [];
  #browser: SupervisedBrowser | null = null;
  #isBusy = false;
  #lastWorkspaceId = '';

  constructor(launch: () => Promise<LaunchedBrowser>) {
    this.#launch = launch;
  }

  /** @throws {PrintFailed} the job lost this browser too @throws {RenderFailure} see `Renderer.print` */
  async print(job: PrintJob, limits: PrintLimits): Promise<PagePrint> {
    await this.#takeTurn(limits);
    let print: PagePrint | undefined;
    try {
      print = await this.#printAlone(job, limits);
      return print;
    } finally {
      // A large PDF stays in the browser until it is read.
      if (print?.pdf.closed) void print.pdf.closed.then(() => this.#endTurn());
      else this.#endTurn();
    }
  }

  /** Running jobs fail. */
  async close(): Promise<void> {
    const browser = this.#browser;
    this.#browser = null;
    await browser?.close();
  }

  async #printAlone(job: PrintJob, limits: PrintLimits): Promise<PagePrint> {
    const browser = await this.#readyBrowser();
    try {
      return await printInPool(browser.pages, job, limits);
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

  /** @throws {PrintTimeout} the deadline passed before its turn */
  async #takeTurn({ workspaceId, deadline }: PrintLimits): Promise<void> {
    if (!this.#isBusy) {
      this.#isBusy = true;
      this.#lastWorkspaceId = workspaceId;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(suspect), 1);
        reject(new PrintTimeout('no browser was free before the deadline'));
      }, deadline - Date.now());
      const suspect: Suspect = {
        workspaceId,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.#waiting.push(suspect);
    });
  }

  /** The next job is one of another workspace, if there is one: jobs of one workspace may all be slow. */
  #endTurn(): void {
    const other = this.#waiting.findIndex(({ workspaceId }) => workspaceId !== this.#lastWorkspaceId);
    const [next] = this.#waiting.splice(Math.max(0, other), 1);
    if (next) {
      this.#lastWorkspaceId = next.workspaceId;
      next.start();
      return;
    }
    this.#isBusy = false;
    void this.close();
  }
}
