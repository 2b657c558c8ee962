import { allowedPlaces, BackgroundPages } from '@platen/print-engine';
import type { FailedOutcome, PrintOutcome } from '../outcome.ts';
import type { BrokerAnswer, BrokerLoad, BrokerReport, WhenBusy } from './broker-protocol.ts';
import { Pace } from './pace.ts';

export interface JobTerms {
  readonly workspaceId: string;
  /** The part of the pages, and of the queue, that the workspace may use at the same time. */
  readonly pageShare: number;
  readonly whenBusy: WhenBusy;
  readonly htmlCharacters: number;
  /** Nobody waits for the PDF. */
  readonly isBackground?: boolean;
}

export interface QueueBrowser {
  readonly isReady: boolean;
  start(): Promise<void>;
}

export interface BrokerQueueOptions {
  readonly index: number;
  readonly browser: QueueBrowser;
  readonly capacity: number;
  readonly now: () => number;
  readonly members: () => readonly number[];
  /** Epoch milliseconds. It survives an eviction. */
  readonly lastJobAt: number;
}

/** At eight prints a second and browser, the last of them waits three seconds. */
const MAX_WAITING = 64;

/** The rest of the queue is for the jobs that somebody waits for. */
const MAX_BACKGROUND_WAITING = 32;

/** The isolate has 128 MB, also for the messages to the browser and for the PDFs. */
const MAX_BYTES = 32_000_000;

/** A member keeps its browser for this long without a job. The first one of the region keeps it longer. */
const REST_AFTER_MS = 60_000;
const FIRST_RESTS_AFTER_MS = 300_000;
/** The time after which a broker that is no member ends its browser. */
const LEFT_RESTS_AFTER_MS = 10_000;

/** The jobs of one broker that print or wait. Decides which ones it takes, and counts its load. */
export class BrokerQueue {
  readonly #options: BrokerQueueOptions;
  readonly #pace = new Pace();
  readonly #jobsOf = new Map<string, { jobs: number; share: number }>();
  #jobs = 0;
  /** The number of background jobs among them. */
  #background = 0;
  readonly #backgroundPages: BackgroundPages;
  #bytes = 0;
  #lastJobAt: number;
  /** Jobs times milliseconds since the last report. */
  #demandArea = 0;
  #demandAt: number;
  #reportedAt: number;

  constructor(options: BrokerQueueOptions) {
    this.#options = options;
    this.#backgroundPages = new BackgroundPages(options.capacity);
    this.#lastJobAt = options.lastJobAt;
    this.#demandAt = options.now();
    this.#reportedAt = options.now();
  }

  get lastJobAt(): number {
    return this.#lastJobAt;
  }

  /** The browser has been without a job for so long that it should end, because it costs money. */
  get mayRest(): boolean {
    return this.#jobs === 0 && this.#options.now() - this.#lastJobAt > this.#restsAfterMs;
  }

  get #restsAfterMs(): number {
    const { index } = this.#options;
    const members = this.#options.members();
    if (members.length > 0 && !members.includes(index)) return LEFT_RESTS_AFTER_MS;
    return (members[0] ?? index) === index ? FIRST_RESTS_AFTER_MS : REST_AFTER_MS;
  }

  get load(): BrokerLoad {
    const { browser, capacity, members } = this.#options;
    return {
      jobs: this.#jobs,
      passed: this.#passed,
      capacity,
      bytes: this.#bytes,
      isReady: browser.isReady,
      paceMs: this.#pace.shortestMs,
      members: members(),
    };
  }

  /** Background jobs that wait, and that other jobs pass. */
  get #passed(): number {
    return Math.max(0, this.#background - this.#backgroundPages.countAt(this.#options.now()));
  }

  /** @param work never rejects */
  async print(terms: JobTerms, work: () => Promise<PrintOutcome>): Promise<BrokerAnswer> {
    const refusal = this.#refusal(terms);
    if (refusal !== null) return { ...refusal, load: this.load };
    const startedAt = this.#options.now();
    const startsAtOnce = this.#jobs < this.#options.capacity && this.#options.browser.isReady;
    this.#count(terms, 1);
    const outcome = await work().finally(() => this.#count(terms, -1));
    if (outcome.kind === 'printed' && startsAtOnce) this.#pace.note(this.#options.now() - startedAt);
    return { ...outcome, load: this.load };
  }

  takeReport(): BrokerReport {
    const now = this.#options.now();
    this.#measureDemand();
    const elapsedMs = now - this.#reportedAt;
    const demand = elapsedMs > 0 ? this.#demandArea / elapsedMs : this.#demand();
    this.#demandArea = 0;
    this.#reportedAt = now;
    const { capacity, browser } = this.#options;
    return { demand, capacity, isReady: browser.isReady, paceMs: this.#pace.shortestMs };
  }

  #refusal(terms: JobTerms): FailedOutcome | null {
    const { index, members, capacity, browser } = this.#options;
    const jobs = this.#jobsOf.get(terms.workspaceId)?.jobs ?? 0;
    const bytes = bytesOf(terms);
    // A larger document prints alone.
    if (this.#bytes > 0 && this.#bytes + bytes > MAX_BYTES) return busy('no memory is free');
    if (terms.whenBusy === 'wait') {
      const places = capacity + (terms.isBackground === true ? MAX_BACKGROUND_WAITING : MAX_WAITING);
      if (this.#jobs >= places) return busy('the queue is full');
      return jobs < allowedPlaces(places, terms.pageShare) ? null : busy("the workspace's share is taken");
    }
    if (!browser.isReady) {
      if (members().includes(index)) void browser.start().catch(() => {});
      return busy('the browser is not running');
    }
    if (jobs >= this.#shareOf(terms)) return busy("the workspace's share is taken");
    return this.#jobs - this.#passed < capacity ? null : busy('every page is taken');
  }

  #shareOf({ pageShare }: JobTerms): number {
    return allowedPlaces(this.#options.capacity, pageShare);
  }

  #count(terms: JobTerms, change: 1 | -1): void {
    const { workspaceId } = terms;
    this.#measureDemand();
    this.#lastJobAt = this.#options.now();
    this.#jobs += change;
    if (terms.isBackground === true) this.#background += change;
    else if (change > 0) this.#backgroundPages.foregroundCame();
    else this.#backgroundPages.foregroundEnded(this.#lastJobAt);
    this.#bytes += change * bytesOf(terms);
    const jobs = (this.#jobsOf.get(workspaceId)?.jobs ?? 0) + change;
    if (jobs === 0) this.#jobsOf.delete(workspaceId);
    else this.#jobsOf.set(workspaceId, { jobs, share: this.#shareOf(terms) });
  }

  /** A job that waits for its workspace's share would not start sooner with more browsers. */
  #demand(): number {
    let demand = 0;
    for (const { jobs, share } of this.#jobsOf.values()) demand += Math.min(jobs, share);
    return demand;
  }

  #measureDemand(): void {
    const now = this.#options.now();
    this.#demandArea += this.#demand() * (now - this.#demandAt);
    this.#demandAt = now;
  }
}

/** A character of a string in memory may take two bytes. */
const bytesOf = ({ htmlCharacters }: JobTerms): number => 2 * htmlCharacters;

const busy = (message: string): FailedOutcome => ({ kind: 'busy', message });
