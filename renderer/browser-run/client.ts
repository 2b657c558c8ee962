import type { PrintJob } from '../../schema/print-job.ts';
import { type PrintOutcome, printedOrThrow } from '../outcome.ts';
import {
  type PrintedPdf,
  type PrintLimits,
  PrintTimeout,
  type Renderer,
  RendererUnavailable,
} from '../renderer.ts';
import type { BrowserBroker, WhenLoaded } from './broker.ts';

export type BrokerNamespace = DurableObjectNamespace<BrowserBroker>;

/** Documents up to this go in the message itself; RPC ends at 32 MiB, and a character may take two bytes. */
const MAX_MESSAGE_CHARACTERS = 8_000_000;

/** Jobs of this isolate at one broker before the next one is brought in: what its browser prints at once. */
const SHARE = 8;

/**
 * Browser Run allows 200 browsers in an account; each broker has one, and at times its replacement. On one
 * machine every browser has the same few CPUs, and more than one is of no use.
 */
const DEFAULT_MAX_BROKERS = 90;

/** A broker that does not answer after the deadline is not waited for any longer. */
const GRACE_MS = 1_000;

/**
 * Prints through the brokers of Browser Run. A workspace has a first broker of its own, where its page may
 * still be open; when that is loaded the next ones are asked, so that their number follows the load.
 */
export class BrowserRunRenderer implements Renderer {
  readonly #brokers: BrokerNamespace;
  readonly #maxBrokers: number;

  constructor(brokers: BrokerNamespace, maxBrokers = DEFAULT_MAX_BROKERS) {
    this.#brokers = brokers;
    this.#maxBrokers = maxBrokers;
  }

  async print(job: PrintJob, limits: PrintLimits): Promise<PrintedPdf> {
    const candidates = this.#candidates(limits.workspaceId);
    for (const index of candidates.slice(0, -1)) {
      const outcome = await this.#printAt(index, job, limits, 'or refuse');
      if (outcome.kind !== 'busy') return printedOrThrow(outcome);
    }
    return printedOrThrow(await this.#printAt(candidates.at(-1) ?? 0, job, limits, 'or wait'));
  }

  /** Up to three of as many brokers as the load asks for, the workspace's own first unless it is loaded. */
  #candidates(workspaceId: string): number[] {
    const jobs = 1 + inFlight.reduce((sum, one) => sum + one, 0);
    const count = Math.min(this.#maxBrokers, Math.ceil(jobs / SHARE));
    const own = hash(workspaceId) % count;
    const order = Array.from({ length: count }, (_, step) => (own + step) % count);
    const turns = (index: number) => Math.floor(load(index) / SHARE);
    return order.toSorted((one, other) => turns(one) - turns(other)).slice(0, 3);
  }

  async #printAt(
    index: number,
    job: PrintJob,
    limits: PrintLimits,
    whenLoaded: WhenLoaded,
  ): Promise<PrintOutcome> {
    const broker = this.#brokers.get(this.#brokers.idFromName(`broker-${index}`));
    inFlight[index] = load(index) + 1;
    try {
      const isLarge = job.html.length > MAX_MESSAGE_CHARACTERS;
      const html = isLarge ? (new Response(job.html).body ?? undefined) : undefined;
      const message = isLarge ? { ...job, html: '' } : job;
      const answer: PromiseLike<PrintOutcome> = broker.print(message, limits, whenLoaded, html);
      return await within(answer, limits.deadline - Date.now() + GRACE_MS);
    } catch (error) {
      if (error instanceof PrintTimeout) throw error;
      throw new RendererUnavailable(
        `broker ${index}: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      inFlight[index] = load(index) - 1;
    }
  }
}

/** Jobs of this isolate at each broker; an estimate of the load that costs no call. */
const inFlight: number[] = [];

const load = (index: number): number => inFlight[index] ?? 0;

async function within<T>(work: PromiseLike<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PrintTimeout('the broker did not answer in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
