import { BrokerQueue, type JobTerms } from '../../../renderer/browser-run/broker-queue.ts';
import type {
  BrokerAnswer,
  BrokerLoad,
  BrokerReport,
  Peers,
} from '../../../renderer/browser-run/broker-protocol.ts';
import { Membership } from '../../../renderer/browser-run/membership.ts';
import { JobSlots } from '../../../packages/print-engine/pages/job-slots.ts';
import type { PrintOutcome } from '../../../renderer/outcome.ts';
import { CAPACITY, PRINTED } from './printed.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface SimulatedPrint extends JobTerms {
  readonly durationMs: number;
  readonly deadline: number;
}

export interface BrokerWorld {
  readonly clock: VirtualClock;
  readonly peers: Peers;
  readonly maxBrokers: number;
  /** Milliseconds that a launch takes. Throws if Browser Run refuses it. */
  readonly launchMs: () => number;
  /** The factor by which a print takes longer here than elsewhere. */
  readonly slowness: (index: number) => number;
}

/** `JobSlots` has real timers, and no job of the simulation waits that long. */
const FAR_MS = 1_000_000_000;

/** The product's admission, membership and slots, with a browser that only takes time. */
export class SimulatedBroker {
  readonly #world: BrokerWorld;
  readonly #index: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<AbortController>();
  #queue: BrokerQueue;
  #membership: Membership;
  #stored: readonly number[] = [];
  #isReady = false;
  #starting: Promise<void> | null = null;
  #slots = new JobSlots(CAPACITY);
  #epoch = 0;

  constructor(world: BrokerWorld, index: number) {
    this.#world = world;
    this.#index = index;
    [this.#queue, this.#membership] = this.#construct();
  }

  get hasBrowser(): boolean {
    return this.#isReady || this.#starting !== null;
  }

  /** Jobs of a workspace on pages of this browser. */
  pagesOf(workspaceId: string): number {
    return this.#running.get(workspaceId) ?? 0;
  }

  /** As a deployment does: what is in memory is lost, the browser is not. */
  reset(): void {
    const hadBrowser = this.#isReady;
    this.#epoch += 1;
    this.#isReady = false;
    this.#starting = null;
    for (const job of this.#waiting) job.abort();
    this.#slots = new JobSlots(CAPACITY);
    this.#running.clear();
    [this.#queue, this.#membership] = this.#construct();
    if (hadBrowser) void this.#start(200);
  }

  async print(job: SimulatedPrint): Promise<BrokerAnswer> {
    const epoch = this.#epoch;
    const answer = await this.#queue.print(job, () => this.#work(job, epoch));
    if (epoch !== this.#epoch) throw new Error('the object was reset');
    void this.#membership.refresh(() => this.#queue.takeReport());
    return answer;
  }

  async warm(): Promise<BrokerLoad> {
    await this.#start().catch(() => {});
    return this.#queue.load;
  }

  receive(from: number, report: BrokerReport): readonly number[] {
    return this.#membership.receive(from, report);
  }

  /** The alarm. */
  async rest(): Promise<void> {
    if (!this.#isReady) return;
    await this.#membership.refresh(() => this.#queue.takeReport());
    if (!this.#queue.mayRest) return;
    this.#isReady = false;
    this.#membership.leave();
  }

  look(): BrokerLoad {
    return this.#queue.load;
  }

  #construct(): [BrokerQueue, Membership] {
    const { clock, peers, maxBrokers } = this.#world;
    const isReady = () => this.#isReady;
    const membership = new Membership({
      index: this.#index,
      maxBrokers,
      now: clock.now,
      peers,
      stored: this.#stored,
      store: (members) => {
        this.#stored = members;
      },
    });
    const queue = new BrokerQueue({
      index: this.#index,
      browser: {
        get isReady() {
          return isReady();
        },
        start: () => this.#start(),
      },
      capacity: CAPACITY,
      now: clock.now,
      members: () => membership.members,
      lastJobAt: clock.now(),
    });
    return [queue, membership];
  }

  async #start(knownMs?: number): Promise<void> {
    if (this.#isReady) return;
    this.#starting ??= this.#launch(knownMs, this.#epoch);
    await this.#starting;
  }

  async #launch(knownMs: number | undefined, epoch: number): Promise<void> {
    await Promise.resolve();
    try {
      await this.#world.clock.sleep(knownMs ?? this.#world.launchMs());
      if (epoch === this.#epoch) this.#isReady = true;
    } finally {
      if (epoch === this.#epoch) this.#starting = null;
    }
  }

  async #work(
    { workspaceId, pageShare, durationMs, deadline }: SimulatedPrint,
    epoch: number,
  ): Promise<PrintOutcome> {
    const { clock, slowness } = this.#world;
    const slots = this.#slots;
    try {
      await this.#start();
      await this.#acquire(slots, { workspaceId, pageShare }, deadline);
    } catch (error) {
      return { kind: clock.now() < deadline ? 'unavailable' : 'no-page', message: String(error) };
    }
    this.#running.set(workspaceId, this.pagesOf(workspaceId) + 1);
    const durationHere = durationMs * slowness(this.#index);
    await clock.sleep(Math.min(durationHere, deadline - clock.now()));
    if (epoch !== this.#epoch) return PRINTED;
    this.#running.set(workspaceId, this.pagesOf(workspaceId) - 1);
    slots.release({ workspaceId });
    return clock.now() < deadline ? PRINTED : { kind: 'timeout', message: 'late' };
  }

  /** Rejects at the deadline, and at a reset. */
  async #acquire(
    slots: JobSlots,
    terms: Pick<JobTerms, 'workspaceId' | 'pageShare'>,
    deadline: number,
  ): Promise<void> {
    const { clock } = this.#world;
    const waiting = new AbortController();
    this.#waiting.add(waiting);
    clock.after(deadline - clock.now(), () => waiting.abort());
    try {
      await slots.acquire({ ...terms, deadline: Date.now() + FAR_MS }, waiting.signal);
    } finally {
      this.#waiting.delete(waiting);
    }
  }
}
