import type { PrintJob } from '@platen/pdf';
import {
  BrowserLost,
  isRestless,
  PageCrashed,
  type PagePoolLimits,
  type PagePrint,
  printInPool,
  type PrintLimits,
  RendererUnavailable,
  RenderFailure,
} from '@platen/print-engine';
import { Quarantine } from './quarantine.ts';
import { Suspects } from './suspects.ts';
import { type BrowserWear, type LaunchedBrowser, SupervisedBrowser } from './supervised-browser.ts';

export interface SupervisorOptions {
  readonly launch: () => Promise<LaunchedBrowser>;
  readonly pages: PagePoolLimits;
  readonly wear: BrowserWear;
  /** Delay before a lost browser is replaced or a failed start is repeated. If it is null, the next job starts one. */
  readonly relaunchAfterMs: number | null;
}

/** Keeps one browser ready for jobs. A worn browser prints until its replacement is ready. */
export class BrowserSupervisor {
  readonly #options: SupervisorOptions;
  readonly #pages: PagePoolLimits;
  #current: SupervisedBrowser | null = null;
  #starting: Promise<SupervisedBrowser> | null = null;
  /** Includes worn browsers that finish their jobs. */
  readonly #running = new Set<SupervisedBrowser>();
  #relaunchTimer: ReturnType<typeof setTimeout> | null = null;
  readonly #suspects = new Suspects();
  readonly #quarantine: Quarantine;
  /** While the job of another workspace prints in the quarantine: it can be the one that ended the browser, and last long. */
  readonly #secondPlace: Quarantine;
  #isClosed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#pages = { ...options.pages, onSlow: (workspaceIds) => this.#suspects.add(workspaceIds) };
    this.#quarantine = new Quarantine(options.launch, this.#pages);
    this.#secondPlace = new Quarantine(options.launch, this.#pages);
  }

  get isReady(): boolean {
    return this.#current !== null && !this.#current.isLost && !this.#isClosed;
  }

  /** @throws {RendererUnavailable} no browser could be started */
  async start(): Promise<void> {
    await this.#readyBrowser();
  }

  /**
   * Prints once more if the job loses its page or its browser. A job that may have ended a browser is then printed
   * apart from others, as are those of a workspace that may have slowed one down.
   * @throws {RenderFailure} see `Renderer.print`
   */
  async print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PagePrint> {
    if (this.#suspects.has(limits.workspaceId) && isRestless(job)) {
      const print = await this.#printApart(this.#quarantine, job, limits, signal);
      this.#suspects.clear(limits.workspaceId);
      return print;
    }
    const browser = await this.#nextBrowser();
    try {
      return await this.#printIn(browser, job, limits, signal);
    } catch (error) {
      if (!(error instanceof BrowserLost) || Date.now() >= limits.deadline) throw error;
      return await addLostTime(error, () => this.#printAgain(browser, job, limits, signal));
    }
  }

  /** Running jobs fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#relaunchTimer) clearTimeout(this.#relaunchTimer);
    await this.#starting?.catch(() => {});
    await Promise.all([
      this.#quarantine.close(),
      this.#secondPlace.close(),
      ...Array.from(this.#running, (browser) => browser.close()),
    ]);
  }

  async #printAgain(
    lost: SupervisedBrowser,
    job: PrintJob,
    limits: PrintLimits,
    signal?: AbortSignal,
  ): Promise<PagePrint> {
    if (lost.isLost) return await this.#printApart(this.#freePlace(), job, limits, signal);
    const browser = await this.#nextBrowser();
    try {
      return await this.#printIn(browser, job, limits, signal);
    } catch (error) {
      // A browser that ends loses its pages first. So this may be the same browser, and it has ended only now.
      if (!(error instanceof RenderFailure) || !browser.isLost || Date.now() >= limits.deadline) throw error;
      return await addLostTime(error, () => this.#printApart(this.#freePlace(), job, limits, signal));
    }
  }

  #freePlace(): Quarantine {
    return this.#quarantine.isIdle || !this.#secondPlace.isIdle ? this.#quarantine : this.#secondPlace;
  }

  async #printApart(
    place: Quarantine,
    job: PrintJob,
    limits: PrintLimits,
    signal?: AbortSignal,
  ): Promise<PagePrint> {
    if (this.#isClosed) throw isStopping();
    return await place.print(job, limits, signal);
  }

  async #nextBrowser(): Promise<SupervisedBrowser> {
    const browser = await this.#readyBrowser();
    if (browser.isWorn(this.#options.wear)) {
      // If the replacement does not start, the worn browser prints on and the next job tries again.
      this.#startNext().catch(() => {});
    }
    return browser;
  }

  async #printIn(
    browser: SupervisedBrowser,
    job: PrintJob,
    limits: PrintLimits,
    signal?: AbortSignal,
  ): Promise<PagePrint> {
    browser.countJob();
    const print = await printInPool(browser.pages, job, limits, signal);
    browser.countBytes(job.html.length + print.pdf.sizeBytes);
    return print;
  }

  async #readyBrowser(): Promise<SupervisedBrowser> {
    if (this.#isClosed) throw isStopping();
    return this.#current && !this.#current.isLost ? this.#current : await this.#startNext();
  }

  /** Concurrent calls share one start. */
  #startNext(): Promise<SupervisedBrowser> {
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #launch(): Promise<SupervisedBrowser> {
    try {
      const browser = await SupervisedBrowser.open(await this.#options.launch(), this.#pages);
      this.#adopt(browser);
      return browser;
    } catch (error) {
      if (this.#current === null) this.#scheduleRelaunch();
      if (error instanceof RenderFailure) throw error;
      const message = error instanceof Error ? error.message : String(error);
      throw new RendererUnavailable(`no browser could be started: ${message}`, { cause: error });
    }
  }

  #adopt(browser: SupervisedBrowser): void {
    const previous = this.#current;
    this.#current = browser;
    this.#running.add(browser);
    void browser.ended.then(() => this.#remove(browser));
    void previous?.retire();
  }

  #remove(browser: SupervisedBrowser): void {
    this.#running.delete(browser);
    if (this.#current !== browser) return;
    this.#current = null;
    this.#scheduleRelaunch();
  }

  #scheduleRelaunch(): void {
    const { relaunchAfterMs } = this.#options;
    if (relaunchAfterMs === null || this.#isClosed) return;
    if (this.#relaunchTimer) clearTimeout(this.#relaunchTimer);
    this.#relaunchTimer = setTimeout(() => void this.start().catch(() => {}), relaunchAfterMs);
  }
}

const isStopping = () => new RendererUnavailable('the renderer is stopping');

/** A failure of the next try also reports the page time of this one. @throws {UnprintableJob} both have lost their page by a fault */
async function addLostTime(lost: RenderFailure, tryAgain: () => Promise<PagePrint>): Promise<PagePrint> {
  try {
    return await tryAgain();
  } catch (error) {
    if (error instanceof RenderFailure) error.pageMs += lost.pageMs;
    throw lost instanceof PageCrashed && error instanceof PageCrashed ? error.toUnprintable() : error;
  }
}
