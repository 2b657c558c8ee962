import type { BrokerLoad } from './broker-protocol.ts';
import { SLOW } from './pace.ts';

/** A load counts for this long. */
const LOAD_MS = 500;

/** Pause after the first failure in a row. It doubles with each. */
const SHUN_MS = 2_000;
const MAX_SHUN_MS = 16_000;

interface KnownLoad extends BrokerLoad {
  readonly at: number;
  /** Jobs of this isolate at that time. */
  readonly own: number;
}

interface Shun {
  readonly until: number;
  readonly ms: number;
}

/** The answers of a region's brokers to one isolate. Other isolates use them too, so these are only hints. */
export class BrokerHints {
  readonly #now: () => number;
  readonly #maxBrokers: number;
  readonly #loads = new Map<number, KnownLoad>();
  readonly #shuns = new Map<number, Shun>();
  /** Jobs of this isolate at each broker. */
  readonly #own = new Map<number, number>();
  #members: readonly number[] = [0];

  constructor(now: () => number, maxBrokers = Number.POSITIVE_INFINITY) {
    this.#now = now;
    this.#maxBrokers = maxBrokers;
  }

  members(): readonly number[] {
    return this.#members;
  }

  /** Every known member has failed. */
  get isLost(): boolean {
    return this.#members.every((index) => this.isShunned(index));
  }

  /** Brokers that may exist although no answer named them. */
  beyond(members: readonly number[]): number[] {
    const known = new Set(members);
    const count = Math.min(this.#maxBrokers, members.length + 16);
    return Array.from({ length: count }, (_, index) => index).filter((index) => !known.has(index));
  }

  begin(index: number): void {
    this.#own.set(index, this.#ownOf(index) + 1);
  }

  end(index: number): void {
    this.#own.set(index, this.#ownOf(index) - 1);
  }

  learn(index: number, load: BrokerLoad): void {
    this.#loads.set(index, { ...load, at: this.#now(), own: this.#ownOf(index) });
    if (load.members.length > 0) this.#members = load.members;
  }

  isFull(index: number): boolean {
    const load = this.#freshLoad(index);
    if (load === undefined) return false;
    return this.queueOf(index) >= load.capacity;
  }

  /** Unknown brokers count as ready: the members are. */
  isReady(index: number): boolean {
    return this.#freshLoad(index)?.isReady ?? true;
  }

  /** The jobs that a job finds before it. Background jobs that wait are before other background jobs only. */
  queueOf(index: number, isBackground = false): number {
    const load = this.#freshLoad(index);
    if (load === undefined) return this.#ownOf(index);
    const before = isBackground ? load.jobs : load.jobs - load.passed;
    return before + this.#ownOf(index) - load.own;
  }

  /** All of them, if none is quicker. */
  withoutSlow(indexes: readonly number[]): readonly number[] {
    const quickest = Math.min(
      ...this.#members.map((index) => this.#paceOf(index) ?? Number.POSITIVE_INFINITY),
    );
    const quick = indexes.filter((index) => {
      const pace = this.#paceOf(index);
      return pace === null || pace <= SLOW * quickest;
    });
    return quick.length > 0 ? quick : indexes;
  }

  shun(index: number): void {
    const ms = Math.min(MAX_SHUN_MS, 2 * (this.#shuns.get(index)?.ms ?? SHUN_MS / 2));
    this.#shuns.set(index, { until: this.#now() + ms, ms });
  }

  forgive(index: number): void {
    this.#shuns.delete(index);
  }

  isShunned(index: number): boolean {
    return this.shunnedUntil(index) > this.#now();
  }

  shunnedUntil(index: number): number {
    return this.#shuns.get(index)?.until ?? 0;
  }

  #paceOf(index: number): number | null {
    return this.#loads.get(index)?.paceMs ?? null;
  }

  #ownOf(index: number): number {
    return this.#own.get(index) ?? 0;
  }

  #freshLoad(index: number): KnownLoad | undefined {
    const load = this.#loads.get(index);
    return load && this.#now() - load.at < LOAD_MS ? load : undefined;
  }
}
