import { BrokerDesk, type JobTerms } from '../../../renderer/browser-run/broker-desk.ts';
import type { BrokerAnswer, BrokerLoad, BrokerReport } from '../../../renderer/browser-run/broker-load.ts';
import { Membership, type Peers } from '../../../renderer/browser-run/membership.ts';
import type { PrintOutcome } from '../../../renderer/outcome.ts';
import { CAPACITY, PRINTED } from './printed.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface BrokerWorld {
  readonly clock: VirtualClock;
  readonly peers: Peers;
  readonly maxBrokers: number;
  /** Milliseconds that a launch takes. Throws if Browser Run refuses it. */
  readonly launchMs: () => number;
  /** How many times as long as elsewhere a print takes here. */
  readonly slowness: (index: number) => number;
}

/** The product's admission and membership, with a browser that only takes time. */
export class SimulatedBroker {
  readonly #world: BrokerWorld;
  readonly #index: number;
  readonly #waiting: (() => void)[] = [];
  #desk: BrokerDesk;
  #membership: Membership;
  #stored: readonly number[] = [];
  #isReady = false;
  #starting: Promise<void> | null = null;
  #running = 0;
  #epoch = 0;

  constructor(world: BrokerWorld, index: number) {
    this.#world = world;
    this.#index = index;
    [this.#desk, this.#membership] = this.#construct();
  }

  get hasBrowser(): boolean {
    return this.#isReady || this.#starting !== null;
  }

  /** As a deployment does: what is in memory is lost, the browser is not. */
  reset(): void {
    const hadBrowser = this.#isReady;
    this.#epoch += 1;
    this.#isReady = false;
    this.#starting = null;
    this.#running = 0;
    this.#waiting.length = 0;
    [this.#desk, this.#membership] = this.#construct();
    if (hadBrowser) void this.#start(200);
  }

  async print(terms: JobTerms, durationMs: number): Promise<BrokerAnswer> {
    const epoch = this.#epoch;
    const answer = await this.#desk.print(terms, () => this.#work(durationMs, epoch));
    if (epoch !== this.#epoch) throw new Error('the object was reset');
    void this.#membership.refresh(() => this.#desk.takeReport());
    return answer;
  }

  async warm(): Promise<BrokerLoad> {
    await this.#start().catch(() => {});
    return this.#desk.load;
  }

  receive(from: number, report: BrokerReport): readonly number[] {
    return this.#membership.receive(from, report);
  }

  /** The alarm. */
  async rest(): Promise<void> {
    if (!this.#isReady) return;
    await this.#membership.refresh(() => this.#desk.takeReport());
    if (!this.#desk.mayRest) return;
    this.#isReady = false;
    this.#membership.leave();
  }

  look(): BrokerLoad {
    return this.#desk.load;
  }

  #construct(): [BrokerDesk, Membership] {
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
    const desk = new BrokerDesk({
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
    return [desk, membership];
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

  async #work(durationMs: number, epoch: number): Promise<PrintOutcome> {
    try {
      await this.#start();
    } catch (error) {
      return { kind: 'unavailable', message: String(error) };
    }
    if (this.#running >= CAPACITY) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    await this.#world.clock.sleep(durationMs * this.#world.slowness(this.#index));
    if (epoch !== this.#epoch) return PRINTED;
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
    return PRINTED;
  }
}
