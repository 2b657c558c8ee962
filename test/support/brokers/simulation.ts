import { BrokerClient, type CallBroker } from '../../../renderer/browser-run/broker-client.ts';
import { BrokerHints } from '../../../renderer/browser-run/broker-hints.ts';
import { PLANS } from '../../../schema/plans.ts';
import { CAPACITY } from './printed.ts';
import { Random } from '../random.ts';
import { type BrokerWorld, SimulatedBroker } from './simulated-broker.ts';
import { VirtualClock } from './virtual-clock.ts';

export interface Scenario {
  readonly isolates: number;
  readonly perSecond: number;
  /** Every call of these fails. */
  readonly failing?: (index: number) => boolean;
  /** Milliseconds after the start at which every broker is reset. */
  readonly resetAtMs?: readonly number[];
  /** Prints take eight times as long here. */
  readonly slow?: number;
  /** Launches that Browser Run refuses, of 1. */
  readonly refusedLaunches?: number;
  /** Jobs a second of one further workspace of a small plan. They run until their deadline. */
  readonly endlessPerSecond?: number;
  readonly rampMs?: number;
  readonly measureMs?: number;
  readonly seed?: number;
}

export interface SimulationResult {
  readonly jobs: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly browsers: number;
  readonly neededBrowsers: number;
  /** Seven minutes after the last job. */
  readonly idleBrowsers: number;
  /** The most that the workspace with endless jobs used at the same time. */
  readonly endless: { readonly browsers: number; readonly pages: number };
  /** Calls of brokers for each job. */
  readonly calls: number;
  readonly failures: Readonly<Record<string, number>>;
}

export const PRINT_MS = 300;
const DEADLINE_MS = 15_000;
const SETTLE_MS = 75_000;
const IDLE_MS = 420_000;
const WORKSPACES = 60;
const SMALL_PLAN = PLANS.free;
const ENDLESS_WORKSPACE = 'ws_endless';
const MAX_BROKERS = 120;
/** Between a Worker and a Durable Object of the same region, one way. */
const LATENCY_MS = 2;

interface SimulatedJob {
  readonly workspaceId: string;
  readonly plan: { readonly pageShare: number; readonly maxBrowsers: number };
  readonly durationMs: number;
  readonly isHonest: boolean;
}

const ENDLESS: SimulatedJob = {
  workspaceId: ENDLESS_WORKSPACE,
  plan: SMALL_PLAN,
  durationMs: DEADLINE_MS,
  isHonest: false,
};

/** The load grows until `rampMs`, settles, and is then measured. */
export async function simulate(scenario: Scenario): Promise<SimulationResult> {
  const simulation = new Simulation(scenario);
  return simulation.run();
}

class Simulation {
  readonly #scenario: Scenario;
  readonly #clock = new VirtualClock();
  readonly #random: () => number;
  readonly #brokers = new Map<number, SimulatedBroker>();
  readonly #clients: BrokerClient[];
  readonly #world: BrokerWorld;
  readonly #durationsMs: number[] = [];
  readonly #failures: Record<string, number> = {};
  #lastLaunchAt = 0;
  #calls = 0;
  #isMeasuring = false;
  #jobs = 0;
  #endless = { browsers: 0, pages: 0 };

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#random = Random.seeded(scenario.seed ?? 1).fraction;
    const { now, sleep } = this.#clock;
    this.#clients = Array.from(
      { length: scenario.isolates },
      () => new BrokerClient({ hints: new BrokerHints(now, MAX_BROKERS), now, sleep, random: this.#random }),
    );
    this.#world = {
      clock: this.#clock,
      maxBrokers: MAX_BROKERS,
      peers: {
        report: (index, from, report) => this.#deliver(index, (broker) => broker.receive(from, report)),
        look: (index) => this.#deliver(index, (broker) => broker.look()),
        warm: (index) => this.#deliver(index, (broker) => broker.warm()),
      },
      launchMs: () => this.#launchMs(),
      slowness: (index) => (index === scenario.slow ? 8 : 1),
    };
  }

  async run(): Promise<SimulationResult> {
    const { perSecond, rampMs = 60_000, measureMs = 60_000, resetAtMs = [] } = this.#scenario;
    this.#arrive(rampMs);
    this.#rest();
    const measureAt = rampMs + SETTLE_MS;
    for (const ms of resetAtMs) {
      this.#clock.after(ms, () => this.#brokers.forEach((broker) => broker.reset()));
    }
    await this.#clock.runFor(measureAt);
    this.#isMeasuring = true;
    let browserSeconds = 0;
    for (let second = 0; second < measureMs / 1_000; second += 1) {
      await this.#clock.runFor(1_000);
      browserSeconds += this.#countBrowsers();
      this.#noteEndless();
    }
    this.#isMeasuring = false;
    await this.#clock.runFor(IDLE_MS);
    return this.#result(browserSeconds / (measureMs / 1_000), perSecond);
  }

  #countBrowsers(): number {
    return [...this.#brokers.values()].filter(({ hasBrowser }) => hasBrowser).length;
  }

  #noteEndless(): void {
    const pages = Array.from(this.#brokers.values(), (broker) => broker.pagesOf(ENDLESS_WORKSPACE));
    this.#endless = {
      browsers: Math.max(this.#endless.browsers, pages.filter((count) => count > 0).length),
      pages: Math.max(
        this.#endless.pages,
        pages.reduce((sum, count) => sum + count, 0),
      ),
    };
  }

  #result(browsers: number, perSecond: number): SimulationResult {
    const durationsMs = this.#durationsMs.toSorted((one, two) => one - two);
    const percentile = (share: number) => durationsMs[Math.floor(share * durationsMs.length)] ?? Number.NaN;
    return {
      jobs: this.#jobs,
      failed: this.#jobs - durationsMs.length,
      p50Ms: percentile(0.5),
      p95Ms: percentile(0.95),
      browsers,
      neededBrowsers: Math.ceil((perSecond * PRINT_MS) / 1_000 / CAPACITY),
      idleBrowsers: this.#countBrowsers(),
      endless: this.#endless,
      calls: this.#calls / this.#jobs,
      failures: this.#failures,
    };
  }

  /** Poisson arrivals. */
  #arrive(rampMs: number): void {
    const { perSecond } = this.#scenario;
    const start = this.#clock.now();
    const next = (): void => {
      const elapsedMs = this.#clock.now() - start;
      const rate = perSecond * Math.min(1, Math.max(0.02, elapsedMs / rampMs));
      const end = rampMs + SETTLE_MS + (this.#scenario.measureMs ?? 60_000);
      if (elapsedMs > end) return;
      // The clock has whole milliseconds: a rate above that needs several jobs in one.
      const jobs = poisson(rate / 1_000, this.#random);
      for (let job = 0; job < jobs; job += 1) void this.#generate(this.#drawHonest());
      const endless = poisson((this.#scenario.endlessPerSecond ?? 0) / 1_000, this.#random);
      for (let job = 0; job < endless; job += 1) void this.#generate(ENDLESS);
      this.#clock.after(1, next);
    };
    this.#clock.after(1, next);
  }

  #rest(): void {
    this.#clock.after(10_000, () => {
      this.#brokers.forEach((broker) => void broker.rest());
      this.#rest();
    });
  }

  /** A few workspaces have most of the load. Some have a small plan. */
  #drawHonest(): SimulatedJob {
    const random = this.#random;
    const number = Math.floor(WORKSPACES * random() ** 3);
    const plan = number > WORKSPACES / 2 ? SMALL_PLAN : { pageShare: 1, maxBrowsers: MAX_BROKERS };
    return { workspaceId: `ws_${number}`, plan, durationMs: PRINT_MS * (0.5 + random()), isHonest: true };
  }

  async #generate({ workspaceId, plan, durationMs, isHonest }: SimulatedJob): Promise<void> {
    const isMeasured = this.#isMeasuring && isHonest;
    const client = this.#clients[Math.floor(this.#random() * this.#clients.length)];
    const startedAt = this.#clock.now();
    const { pageShare, maxBrowsers } = plan;
    const deadline = startedAt + DEADLINE_MS;
    const job = { workspaceId, deadline, maxBrowsers };
    const print = { workspaceId, htmlCharacters: 20_000, pageShare, durationMs, deadline };
    const call: CallBroker = (index, whenBusy) => {
      if (isMeasured) this.#calls += 1;
      return this.#deliver(index, (broker) => broker.print({ ...print, whenBusy }));
    };
    if (isMeasured) this.#jobs += 1;
    try {
      const answer = await client?.print(job, call);
      if (answer?.kind !== 'printed') throw new Error(answer?.kind);
      if (isMeasured) this.#durationsMs.push(this.#clock.now() - startedAt);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isMeasured) this.#failures[reason] = (this.#failures[reason] ?? 0) + 1;
    }
  }

  async #deliver<T>(index: number, work: (broker: SimulatedBroker) => T | Promise<T>): Promise<T> {
    await this.#clock.sleep(LATENCY_MS);
    if (this.#scenario.failing?.(index)) throw new Error('out of reach');
    const broker = this.#brokers.get(index) ?? new SimulatedBroker(this.#world, index);
    this.#brokers.set(index, broker);
    const answer = await work(broker);
    await this.#clock.sleep(LATENCY_MS);
    return answer;
  }

  /** Browser Run starts one browser a second, in two to four seconds. */
  #launchMs(): number {
    if (this.#random() < (this.#scenario.refusedLaunches ?? 0)) throw new Error('429');
    const at = Math.max(this.#clock.now(), this.#lastLaunchAt + 1_000);
    if (at - this.#clock.now() > 10_000) throw new Error('429');
    this.#lastLaunchAt = at;
    return at - this.#clock.now() + 2_000 + 2_000 * this.#random();
  }
}

/** Knuth's method. The mean is small. */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
