import { DurableObject } from 'cloudflare:workers';
import type { PrintJob } from '../../schema/print-job.ts';
import { outcomeOfError, type PrintOutcome } from '../outcome.ts';
import { streamed } from '../pdf/byte-source.ts';
import { BrowserLost } from '../print-failures.ts';
import { type PagePrint, printInPool } from '../print.ts';
import { type PrintLimits, RendererUnavailable, RenderFailure } from '../renderer.ts';
import { type BrowserRunBinding, BrowserRunRefused, endSession } from './session.ts';
import { type BrowserWear, WarmBrowser } from './warm-browser.ts';

export interface BrokerEnv {
  readonly BROWSER: BrowserRunBinding;
}

/** Browsers that were started and not seen to end: an instance that is evicted leaves them to the next. */
const SESSIONS_KEY = 'sessions';

/** A browser of Browser Run has about two CPUs: more pages at once finish no sooner. */
const POOL = { ready: 3, concurrent: 8 };

/** What a broker does with a job when it has more than it prints at once: another broker may be quicker. */
export type WhenLoaded = 'or refuse' | 'or wait';

/** Jobs that print or wait here; a waiting one holds its document in the object's memory. */
const MAX_JOBS: Readonly<Record<WhenLoaded, number>> = { 'or refuse': 16, 'or wait': 256 };

/** Bodies up to this go as one message; RPC ends at 32 MiB. */
const MAX_MESSAGE_BYTES = 8_000_000;

/** What a browser hoards over the hours goes with it. */
const WEAR: BrowserWear = { jobs: 1_000, bytes: 1_000_000_000 };

/** Browser Run starts three browsers a second; after a refusal it is not asked again for so long. */
const REFUSAL_PAUSE_MS = 1_000;

/** Keeps a browser of Browser Run warm, with pages opened ahead of time, so that no request launches one. */
export class BrowserBroker extends DurableObject<BrokerEnv> {
  /** A property, so that tests can wear a browser out sooner. */
  protected readonly wear: BrowserWear = WEAR;
  #browser: Promise<WarmBrowser> | null = null;
  #replacing = false;
  #jobs = 0;
  #refusal: { readonly error: BrowserRunRefused; readonly until: number } | null = null;

  /**
   * Prints one job. Never throws: a failure is told in the outcome.
   * @param html the document when it is too large for a message; `job.html` is empty then
   */
  async print(
    job: PrintJob,
    limits: PrintLimits,
    whenLoaded: WhenLoaded,
    html?: ReadableStream<Uint8Array>,
  ): Promise<PrintOutcome> {
    if (this.#jobs >= MAX_JOBS[whenLoaded]) return { kind: 'busy', message: 'the broker is at its limit' };
    this.#jobs += 1;
    try {
      const whole = html ? { ...job, html: await new Response(html).text() } : job;
      return await outcomeOf(await this.#printRetrying(whole, limits));
    } catch (error) {
      return outcomeOfError(error);
    } finally {
      this.#jobs -= 1;
    }
  }

  /** Opens the browser and its pages before the first job comes. */
  async warm(): Promise<void> {
    await this.#warmBrowser();
  }

  /** A job whose browser or page went away has left nothing behind, and is printed once more. */
  async #printRetrying(job: PrintJob, limits: PrintLimits): Promise<PagePrint> {
    try {
      return await this.#printOnce(job, limits);
    } catch (error) {
      if (!(error instanceof BrowserLost) || Date.now() >= limits.deadline) throw error;
      return await this.#printOnce(job, limits);
    }
  }

  async #printOnce(job: PrintJob, limits: PrintLimits): Promise<PagePrint> {
    const browser = await this.#soundBrowser();
    if (browser.hasDone(this.wear)) this.ctx.waitUntil(this.#replace(browser));
    return browser.use(
      (pool) => printInPool(pool, job, limits),
      ({ pdf }) => pdf.sizeBytes + job.html.length,
    );
  }

  /** One that ended while it was idle, or just now under another job, is not tried. */
  async #soundBrowser(): Promise<WarmBrowser> {
    const launch = this.#warmBrowser();
    const browser = await launch;
    if (!browser.isLost) return browser;
    this.#forget(launch);
    return this.#warmBrowser();
  }

  #warmBrowser(): Promise<WarmBrowser> {
    if (this.#browser) return this.#browser;
    const launch = this.#launch();
    this.#browser = launch;
    launch.then(
      (browser) => browser.lost.then(() => this.#forget(launch)),
      () => this.#forget(launch),
    );
    return launch;
  }

  #forget(browser: Promise<WarmBrowser>): void {
    if (this.#browser === browser) this.#browser = null;
  }

  /** The old browser works on until the new one is ready, and for good if there is none to be had. */
  async #replace(worn: WarmBrowser): Promise<void> {
    if (this.#replacing) return;
    this.#replacing = true;
    try {
      const fresh = await this.#launch();
      const launch = Promise.resolve(fresh);
      this.#browser = launch;
      void fresh.lost.then(() => this.#forget(launch));
      await worn.retire();
    } catch {
      // The next job tries again.
    } finally {
      this.#replacing = false;
    }
  }

  async #launch(): Promise<WarmBrowser> {
    if (this.#refusal && Date.now() < this.#refusal.until) throw this.#refusal.error;
    try {
      await this.#endLeftSessions();
      const browser = await WarmBrowser.launch(this.env.BROWSER, POOL);
      await this.#remember(browser);
      return browser;
    } catch (error) {
      if (error instanceof BrowserRunRefused) {
        this.#refusal = { error, until: Date.now() + REFUSAL_PAUSE_MS };
      }
      if (error instanceof RenderFailure) throw error;
      throw new RendererUnavailable(`no browser could be started: ${String(error)}`);
    }
  }

  /** Sessions of this very instance that still live are in `#live`; all others were left behind. */
  readonly #live = new Set<string>();

  async #endLeftSessions(): Promise<void> {
    const known = (await this.ctx.storage.get<string[]>(SESSIONS_KEY)) ?? [];
    const left = known.filter((sessionId) => !this.#live.has(sessionId));
    await Promise.all(left.map((sessionId) => endSession(this.env.BROWSER, sessionId)));
  }

  async #remember(browser: WarmBrowser): Promise<void> {
    this.#live.add(browser.sessionId);
    void browser.ended.then(() => {
      this.#live.delete(browser.sessionId);
      return this.ctx.storage.put(SESSIONS_KEY, [...this.#live]);
    });
    await this.ctx.storage.put(SESSIONS_KEY, [...this.#live]);
  }
}

async function outcomeOf({ pdf, report }: PagePrint): Promise<PrintOutcome> {
  const { sizeBytes } = pdf;
  const body = sizeBytes <= MAX_MESSAGE_BYTES ? await pdf.read(0, sizeBytes) : streamed(pdf);
  return { kind: 'printed', body, sizeBytes, report };
}
