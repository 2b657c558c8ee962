import type { PrintJob } from '../../../schema/print-job.ts';
import { ConnectionLost } from '../../devtools/connection.ts';
import { PagePool, type PagePoolLimits } from '../../page-pool.ts';
import { BrowserLost } from '../../print-failures.ts';
import { type PagePrint, printInPool } from '../../print.ts';
import { type PrintLimits, RendererUnavailable } from '../../renderer.ts';
import type { Chrome } from './chrome.ts';

export interface BrowserPoolOptions {
  readonly pages: PagePoolLimits;
  /** Jobs that may wait for a page; with more, the pool is busy. */
  readonly queue: number;
  /** Told of every browser that was started. */
  readonly onLaunch?: () => void;
}

/** All places are taken: the job was not begun. */
export class PoolBusy extends RendererUnavailable {}

/** What a browser hoards over the hours goes with it: it is replaced after this many jobs. */
const WORN_JOBS = 1_000;

/** Between two attempts to start a browser that does not start. */
const RELAUNCH_PAUSE_MS = 1_000;

interface Browser {
  readonly chrome: Chrome;
  readonly pool: PagePool;
  jobs: number;
  running: number;
  retired: boolean;
}

/** Keeps one browser of this process warm, and another one ready whenever that one ends or is worn. */
export class BrowserPool {
  readonly #start: () => Promise<Chrome>;
  readonly #options: BrowserPoolOptions;
  #browser: Promise<Browser> | null = null;
  #current: Browser | null = null;
  #jobs = 0;
  #closed = false;
  readonly #all = new Set<Chrome>();

  constructor(start: () => Promise<Chrome>, options: BrowserPoolOptions) {
    this.#start = start;
    this.#options = options;
  }

  /** Jobs that print or wait. */
  get load(): number {
    return this.#jobs;
  }

  /** A browser runs and its pages are open. */
  get isReady(): boolean {
    return this.#current !== null && !this.#closed;
  }

  get capacity(): number {
    return this.#options.pages.concurrent + this.#options.queue;
  }

  /** The process ids of the browsers that run. */
  get pids(): readonly number[] {
    return [...this.#all].map(({ pid }) => pid);
  }

  /** @throws {Error} no browser can be started */
  async warm(): Promise<void> {
    await this.#warmBrowser();
  }

  /**
   * @throws {PoolBusy} the queue is full
   * @throws {RenderFailure} each of the named failures of `Renderer.print`
   */
  async print(job: PrintJob, limits: PrintLimits): Promise<PagePrint> {
    if (this.#jobs >= this.capacity) throw new PoolBusy('the queue is full');
    this.#jobs += 1;
    try {
      return await this.#printOnce(job, limits);
    } catch (error) {
      // A browser that dies takes its neighbours' jobs with it: they are printed once more.
      const isLost = error instanceof BrowserLost || error instanceof ConnectionLost;
      if (!isLost || Date.now() >= limits.deadline) throw error;
      return await this.#printOnce(job, limits);
    } finally {
      this.#jobs -= 1;
    }
  }

  async #printOnce(job: PrintJob, limits: PrintLimits): Promise<PagePrint> {
    const browser = await this.#warmBrowser();
    browser.jobs += 1;
    browser.running += 1;
    if (browser.jobs === WORN_JOBS) void this.#replace(browser);
    try {
      return await printInPool(browser.pool, job, limits);
    } finally {
      browser.running -= 1;
      if (browser.retired && browser.running === 0) void browser.chrome.kill();
    }
  }

  async #warmBrowser(): Promise<Browser> {
    if (this.#closed) throw new RendererUnavailable('the renderer is stopping');
    const launch = this.#browser ?? this.#adopt(this.#launch());
    try {
      return await launch;
    } catch (cause) {
      throw new RendererUnavailable('no browser can be started', { cause });
    }
  }

  /** Makes a browser that is being started the one that jobs go to, until it ends. */
  #adopt(launch: Promise<Browser>): Promise<Browser> {
    this.#browser = launch;
    void this.#useUntilItEnds(launch);
    return launch;
  }

  async #useUntilItEnds(launch: Promise<Browser>): Promise<void> {
    try {
      const browser = await launch;
      if (this.#browser === launch) this.#current = browser;
      await browser.chrome.connection.closed;
    } catch {
      // It did not start; whoever waits for it is told.
    }
    if (this.#browser !== launch) return;
    this.#browser = null;
    this.#current = null;
    // The next job shall not have to wait for a start.
    if (!this.#closed) setTimeout(() => void this.warm().catch(() => {}), RELAUNCH_PAUSE_MS).unref();
  }

  /** The old browser works on until the new one is ready, and for good if that does not start. */
  async #replace(worn: Browser): Promise<void> {
    try {
      const fresh = await this.#launch();
      void this.#adopt(Promise.resolve(fresh));
      worn.retired = true;
      if (worn.running === 0) await worn.chrome.kill();
    } catch {
      worn.jobs = 0;
    }
  }

  async #launch(): Promise<Browser> {
    const chrome = await this.#start();
    if (this.#closed) await chrome.kill();
    this.#all.add(chrome);
    void chrome.ended.then(() => this.#all.delete(chrome));
    // What the pool closes is a browser that is of no use any more, and must not stay.
    void chrome.connection.closed.then(() => chrome.kill());
    const pool = new PagePool(chrome.connection, this.#options.pages);
    try {
      await pool.start();
    } catch (error) {
      await chrome.kill();
      throw error;
    }
    this.#options.onLaunch?.();
    return { chrome, pool, jobs: 0, running: 0, retired: false };
  }

  /** Ends the browsers. What still prints is lost: drain first. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#current = null;
    await Promise.all([...this.#all].map((chrome) => chrome.kill()));
  }
}
