import {
  NoPageInTime,
  PrintCancelled,
  PrintTimeout,
  RendererUnavailable,
  RenderFailure,
} from '@platen/print-engine';
import { hashWorkspace } from '../hash-workspace.ts';
import { RendererBusy } from '../outcome.ts';
import type { BrokerAnswer, WhenBusy } from './broker-protocol.ts';
import type { BrokerHints } from './broker-hints.ts';

export interface ClientJob {
  readonly workspaceId: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
  /** Brokers that the workspace may use at the same time. */
  readonly maxBrowsers: number;
  /** Nobody waits for it. It takes a place in the shortest queue, and asks for no free page. */
  readonly isBackground?: boolean;
  /** The caller no longer needs the PDF. */
  readonly isCancelled?: () => boolean;
}

/** Rejects with a `RenderFailure` to end the job, and otherwise if the broker is out of reach or was reset. */
export type CallBroker = (index: number, whenBusy: WhenBusy) => Promise<BrokerAnswer>;

export interface BrokerClientOptions {
  readonly hints: BrokerHints;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
}

/** Brokers that one job asks for a free page, and then for a place in the queue. */
const MAX_REFUSALS = 4;

/** Brokers that may fail for one job. */
const MAX_FAILURES = 12;

/** A job that ran this long when its broker was lost may be the reason. It is tried once more, as one that ran. */
const LONG_MS = 2_000;

/** Pauses before the queues are tried again, when all were full. */
const PAUSES_MS = [200, 400, 800, 1_600];

/** Finds a broker for each job by what brokers answer. Printing has no side effects, so a lost job is repeated. */
export class BrokerClient {
  readonly #options: BrokerClientOptions;

  constructor(options: BrokerClientOptions) {
    this.#options = options;
  }

  /** @throws {RendererUnavailable} no broker can be reached @throws {RendererBusy} every queue is full */
  async print(job: ClientJob, call: CallBroker): Promise<BrokerAnswer> {
    const attempt = new Attempt(this.#options, job, call);
    for (const pauseMs of [0, ...PAUSES_MS]) {
      if (pauseMs > 0) await this.#options.sleep(pauseMs * (0.5 + this.#options.random()));
      if (this.#options.now() >= job.deadline || job.isCancelled?.()) break;
      const atOnce = job.isBackground === true ? null : await attempt.print('reject');
      const answer = atOnce ?? (await attempt.print('wait'));
      if (answer !== null) return answer;
    }
    throw attempt.failure();
  }
}

class Attempt {
  readonly #options: BrokerClientOptions;
  readonly #job: ClientJob;
  readonly #call: CallBroker;
  readonly #workspace: number;
  #failures = 0;
  #lastFailure: RenderFailure | null = null;

  constructor(options: BrokerClientOptions, job: ClientJob, call: CallBroker) {
    this.#options = options;
    this.#job = job;
    this.#call = call;
    this.#workspace = hashWorkspace(job.workspaceId);
  }

  /** Asks one broker after the other. Returns null if those that answered refused. */
  async print(whenBusy: WhenBusy): Promise<BrokerAnswer | null> {
    const asked = new Set<number>();
    for (let refusals = 0; refusals < MAX_REFUSALS;) {
      const index = whenBusy === 'reject' ? this.#nextToStart(asked) : this.#nextToWait(asked);
      if (index === null) return null;
      asked.add(index);
      const answer = await this.#ask(index, whenBusy);
      if (answer !== null && answer.kind !== 'busy') return answer;
      if (answer !== null) refusals += 1;
    }
    return null;
  }

  failure(): RenderFailure {
    if (this.#job.isCancelled?.()) return new PrintCancelled('before a broker was found');
    if (this.#options.now() >= this.#job.deadline) return new NoPageInTime('no broker was free in time');
    return this.#lastFailure ?? new RendererBusy('every broker is busy');
  }

  #nextToStart(asked: ReadonlySet<number>): number | null {
    const { hints, random } = this.#options;
    const open = this.#brokers().filter((index) => !asked.has(index));
    const free = open.filter((index) => !hints.isFull(index) && !hints.isShunned(index));
    if (free.length === 0) return asked.size === 0 ? (this.#firstHealthy(open) ?? null) : null;
    const quick = hints.withoutSlow(free);
    // The first may still have a page open for the workspace. Brokers that no answer named are tried one by one.
    const inOrder = asked.size === 0 || hints.isLost;
    return quick[inOrder ? 0 : Math.floor(random() * quick.length)] ?? null;
  }

  /** The shortest queue of a broker that is ready. */
  #nextToWait(asked: ReadonlySet<number>): number | null {
    const { hints } = this.#options;
    const { isBackground } = this.#job;
    const open = this.#brokers().filter((index) => !asked.has(index));
    const healthy = open.filter((index) => !hints.isShunned(index));
    const ready = healthy.filter((index) => hints.isReady(index));
    const [best] = (ready.length > 0 ? ready : healthy).toSorted(
      (one, two) => hints.queueOf(one, isBackground) - hints.queueOf(two, isBackground),
    );
    return best ?? this.#firstHealthy(open) ?? null;
  }

  #firstHealthy(indexes: readonly number[]): number | undefined {
    const { hints } = this.#options;
    return indexes.toSorted((one, two) => hints.shunnedUntil(one) - hints.shunnedUntil(two))[0];
  }

  /** In the workspace's order. Members that fail are replaced by others. */
  #brokers(): number[] {
    const { hints } = this.#options;
    const members = hints.members();
    const rank = (index: number): number => Math.imul(this.#workspace ^ (index + 1), 0x9e3779b1) >>> 0;
    const ranked = members.toSorted((one, two) => rank(one) - rank(two));
    const healthy = ranked.filter((index) => !hints.isShunned(index));
    if (healthy.length > 0) return healthy.slice(0, this.#job.maxBrowsers);
    return [...ranked, ...hints.beyond(members)];
  }

  /** Returns null if the broker is passed over. @throws {RenderFailure} the job ends here */
  async #ask(index: number, whenBusy: WhenBusy): Promise<BrokerAnswer | null> {
    const { hints, now } = this.#options;
    const startedAt = now();
    hints.begin(index);
    try {
      const answer = await this.#call(index, whenBusy).finally(() => hints.end(index));
      hints.learn(index, answer.load);
      if (answer.kind !== 'unavailable') {
        hints.forgive(index);
        return answer;
      }
      this.#passOver(index, answer.message, (answer.pageMs ?? 0) > 0);
    } catch (error) {
      if (error instanceof RenderFailure) {
        if (error instanceof PrintTimeout) hints.shun(index);
        throw error;
      }
      const message = error instanceof Error ? error.message : String(error);
      this.#passOver(index, message, now() - startedAt >= LONG_MS);
    }
    return null;
  }

  /** @throws {RendererUnavailable} too many brokers failed */
  #passOver(index: number, message: string, mayBeTheJob: boolean): void {
    this.#lastFailure = new RendererUnavailable(`broker ${index}: ${message}`);
    // A job must not make others avoid a broker.
    if (!mayBeTheJob) this.#options.hints.shun(index);
    this.#failures += mayBeTheJob ? MAX_FAILURES / 2 : 1;
    if (this.#failures >= MAX_FAILURES) throw this.failure();
  }
}
