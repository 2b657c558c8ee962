import { DurableObject } from 'cloudflare:workers';
import { type PagePrint, type PrintJob, type PrintLimits, streamed } from '@platen/print-engine';
import { BrowserSupervisor } from '../browser-supervisor.ts';
import { type PrintOutcome, toFailedOutcome } from '../outcome.ts';
import { RunningJobs } from '../running-jobs.ts';
import type { BrowserWear } from '../supervised-browser.ts';
import { BrowserRunLauncher } from './browser-run-launcher.ts';
import type { BrowserRunBinding } from './session.ts';

export interface BrokerEnv {
  readonly BROWSER: BrowserRunBinding;
}

/** A browser of Browser Run has about two CPUs: more pages at once do not finish sooner. */
const PAGES = { ready: 3, concurrent: 8 };

export type WhenBusy = 'reject' | 'queue';

/** Jobs that print or wait in one broker. A waiting job keeps its document in memory. */
const MAX_JOBS: Readonly<Record<WhenBusy, number>> = { reject: 16, queue: 256 };

/** A PDF up to this size is sent as one message. RPC allows 32 MiB. */
const MAX_MESSAGE_BYTES = 8_000_000;

const WEAR: BrowserWear = { jobs: 1_000, bytes: 1_000_000_000 };

/** Keeps one browser of Browser Run running, with pages opened ahead of time. */
export class BrowserBroker extends DurableObject<BrokerEnv> {
  readonly #supervisor: BrowserSupervisor;
  readonly #jobs = new RunningJobs();

  constructor(ctx: DurableObjectState, env: BrokerEnv, wear = WEAR) {
    super(ctx, env);
    const launcher = new BrowserRunLauncher(env.BROWSER, ctx.storage);
    this.#supervisor = new BrowserSupervisor({
      launch: () => launcher.launch(),
      pages: PAGES,
      wear,
      // Browser Run charges for idle browsers.
      relaunchAfterMs: null,
    });
  }

  /** Never throws: the outcome describes a failure. With `html`, `job.html` is empty. */
  async print(
    job: PrintJob,
    limits: PrintLimits,
    whenBusy: WhenBusy,
    jobId: string = crypto.randomUUID(),
    html?: ReadableStream<Uint8Array>,
  ): Promise<PrintOutcome> {
    const print = (signal: AbortSignal) =>
      this.#supervisor.withSlot(MAX_JOBS[whenBusy], limits, async () => {
        const wholeJob = html ? { ...job, html: await new Response(html).text() } : job;
        return toPrintedOutcome(await this.#supervisor.print(wholeJob, limits, signal));
      });
    try {
      return await this.#jobs.run(jobId, print);
    } catch (error) {
      return toFailedOutcome(error);
    }
  }

  /** Ends a job that prints or waits. Its `print` then returns the outcome `cancelled`. */
  cancel(jobId: string): void {
    this.#jobs.cancel(jobId);
  }

  async warm(): Promise<void> {
    await this.#supervisor.start();
  }
}

async function toPrintedOutcome({ pdf, report }: PagePrint): Promise<PrintOutcome> {
  const { sizeBytes } = pdf;
  const body = sizeBytes <= MAX_MESSAGE_BYTES ? await pdf.read(0, sizeBytes) : streamed(pdf);
  return { kind: 'printed', body, sizeBytes, report };
}
