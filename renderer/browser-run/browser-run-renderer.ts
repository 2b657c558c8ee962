import {
  PrintCancelled,
  type PrintJob,
  type PrintLimits,
  PrintTimeout,
  RendererUnavailable,
  withTimeout,
} from '@platen/print-engine';
import { cancelOnAbort } from '../cancel-on-abort.ts';
import { hashWorkspace } from '../hash-workspace.ts';
import { type PrintOutcome, requirePrinted } from '../outcome.ts';
import type { PrintedPdf, Renderer } from '../renderer.ts';
import type { BrowserBroker, WhenBusy } from './broker.ts';

export type BrokerNamespace = DurableObjectNamespace<BrowserBroker>;

/** A longer document is sent as a stream: RPC allows 32 MiB, and a character may take two bytes. */
const MAX_MESSAGE_CHARACTERS = 8_000_000;

/** What the browser of one broker prints at once. Further jobs go to another broker. */
const JOBS_PER_BROKER = 8;

/** Browser Run allows 200 browsers in an account. Each broker has one, and sometimes its replacement too. */
const DEFAULT_MAX_BROKERS = 90;

/** How long after the deadline a broker may still answer. */
const GRACE_MS = 1_000;

/** Prefers one broker for each workspace, which may still have a page open for it. */
export class BrowserRunRenderer implements Renderer {
  readonly #brokers: BrokerNamespace;
  readonly #maxBrokers: number;

  constructor(brokers: BrokerNamespace, maxBrokers = DEFAULT_MAX_BROKERS) {
    this.#brokers = brokers;
    this.#maxBrokers = maxBrokers;
  }

  async print(job: PrintJob, limits: PrintLimits, signal?: AbortSignal): Promise<PrintedPdf> {
    const candidates = this.#candidates(limits.workspaceId);
    for (const index of candidates.slice(0, -1)) {
      const outcome = await this.#printAt(index, job, limits, 'reject', signal);
      if (outcome.kind !== 'busy') return requirePrinted(outcome);
    }
    return requirePrinted(await this.#printAt(candidates.at(-1) ?? 0, job, limits, 'queue', signal));
  }

  /** Up to three brokers, the least loaded first. In a tie, the workspace's preferred broker is first. */
  #candidates(workspaceId: string): number[] {
    const jobs = 1 + inFlight.reduce((sum, one) => sum + one, 0);
    const count = Math.min(this.#maxBrokers, Math.ceil(jobs / JOBS_PER_BROKER));
    const preferred = hashWorkspace(workspaceId) % count;
    const order = Array.from({ length: count }, (_, step) => (preferred + step) % count);
    const rounds = (index: number) => Math.floor(load(index) / JOBS_PER_BROKER);
    return order.toSorted((one, other) => rounds(one) - rounds(other)).slice(0, 3);
  }

  async #printAt(
    index: number,
    job: PrintJob,
    limits: PrintLimits,
    whenBusy: WhenBusy,
    signal: AbortSignal | undefined,
  ): Promise<PrintOutcome> {
    const broker = this.#brokers.get(this.#brokers.idFromName(`broker-${index}`));
    inFlight[index] = load(index) + 1;
    try {
      const isLarge = job.html.length > MAX_MESSAGE_CHARACTERS;
      const html = isLarge ? (new Response(job.html).body ?? undefined) : undefined;
      const message = isLarge ? { ...job, html: '' } : job;
      const jobId = crypto.randomUUID();
      const print: PromiseLike<PrintOutcome> = broker.print(message, limits, whenBusy, jobId, html);
      const answer = cancelOnAbort(print, signal, () => broker.cancel(jobId));
      const timeoutMs = limits.deadline - Date.now() + GRACE_MS;
      return await withTimeout(answer, timeoutMs, () => {
        throw new PrintTimeout('the broker did not answer in time');
      });
    } catch (error) {
      if (error instanceof PrintTimeout || error instanceof PrintCancelled) throw error;
      throw new RendererUnavailable(
        `broker ${index}: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      inFlight[index] = load(index) - 1;
    }
  }
}

/** Jobs of this isolate at each broker: an estimate of the load that needs no call. */
const inFlight: number[] = [];

const load = (index: number): number => inFlight[index] ?? 0;
