import type { PrintJob } from '@platen/pdf';
import type { PagePoolLimits, PagePrint, PrintLimits } from '@platen/print-engine';
import { BrowserSupervisor } from '../../browser-supervisor.ts';
import { SharedPlaces } from '../../shared-places.ts';
import type { BrowserWear, LaunchedBrowser } from '../../supervised-browser.ts';
import type { Chrome } from './chrome.ts';
import { guardMemory } from './memory-guard.ts';

export interface BrowserPoolOptions {
  readonly pages: PagePoolLimits;
  readonly queue: number;
  /** For the processes of all pages together. */
  readonly maxPagesBytes: number;
  readonly onLaunch: () => void;
}

const WEAR: BrowserWear = { jobs: 1_000, bytes: Number.POSITIVE_INFINITY };

/** The next job should not wait for a browser to start. */
const RELAUNCH_AFTER_MS = 1_000;

export class BrowserPool {
  readonly capacity: number;
  /** Jobs that print or wait, and bodies that are held for them. */
  readonly places = new SharedPlaces();
  readonly #startChrome: () => Promise<Chrome>;
  readonly #onLaunch: () => void;
  readonly #supervisor: BrowserSupervisor;
  readonly #running = new Set<Chrome>();
  readonly #endGuard: () => void;

  constructor(
    startChrome: () => Promise<Chrome>,
    { pages, queue, maxPagesBytes, onLaunch }: BrowserPoolOptions,
  ) {
    this.capacity = pages.concurrent + queue;
    this.#startChrome = startChrome;
    this.#onLaunch = onLaunch;
    this.#endGuard = guardMemory(() => this.pids, maxPagesBytes);
    this.#supervisor = new BrowserSupervisor({
      launch: () => this.#launch(),
      pages,
      wear: WEAR,
      relaunchAfterMs: RELAUNCH_AFTER_MS,
    });
  }

  get load(): number {
    return this.places.taken;
  }

  get isReady(): boolean {
    return this.#supervisor.isReady;
  }

  get pids(): readonly number[] {
    return Array.from(this.#running, ({ pid }) => pid);
  }

  async start(): Promise<void> {
    await this.#supervisor.start();
  }

  /** @throws {RendererBusy} the queue is full; see `Renderer.print` for other failures */
  print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PagePrint> {
    return this.places.hold(limits, this.capacity, () => this.#supervisor.print(job, limits, signal));
  }

  /** Running jobs fail: drain first. */
  async close(): Promise<void> {
    await this.#supervisor.close();
    this.#endGuard();
  }

  async #launch(): Promise<LaunchedBrowser> {
    const chrome = await this.#startChrome();
    this.#running.add(chrome);
    void chrome.ended.then(() => this.#running.delete(chrome));
    this.#onLaunch();
    return { connection: chrome.connection, end: () => chrome.kill() };
  }
}
