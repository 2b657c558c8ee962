import type { BrokerReport, Peers } from './broker-protocol.ts';
import { SLOW } from './pace.ts';

export interface RegionPoolOptions {
  /** Not empty. */
  readonly members: readonly number[];
  readonly maxBrokers: number;
  readonly now: () => number;
  readonly peers: Pick<Peers, 'warm' | 'look'>;
  readonly onChange: (members: readonly number[]) => void;
}

/** A report counts for this long. */
const REPORT_MS = 5_000;

const RESIZE_MS = 500;

/** Noise of a few seconds should not start browsers. */
const SMOOTHING_MS = 5_000;

const MAX_GROWTH = 1.5;

/** Slots for each root of the load. With less, jobs wait; with more, browsers stand idle. */
const SPARE = 0.75;

/** A member that is not needed is kept for this long, because starting a browser takes seconds. */
const SHRINK_AFTER_MS = 30_000;

/** A broker that did not start is not tried again for this long. */
const FAILURE_PAUSE_MS = 10_000;

/** A broker that was replaced because it is slow is not used again for this long. */
const SLOW_PAUSE_MS = 300_000;

interface Member extends BrokerReport {
  readonly at: number;
}

/** Decides which brokers of a region are in use. Runs in the head of the region. */
export class RegionPool {
  readonly #options: RegionPoolOptions;
  readonly #reports = new Map<number, Member>();
  readonly #warming = new Set<number>();
  readonly #pausedUntil = new Map<number, number>();
  #members: readonly number[];
  #demand = 0;
  #wasFull = false;
  #resizedAt: number;
  #neededAt: number;
  #lookedAt: number;

  constructor(options: RegionPoolOptions) {
    this.#options = options;
    this.#members = options.members;
    this.#resizedAt = options.now() - RESIZE_MS;
    this.#neededAt = options.now();
    this.#lookedAt = options.now();
  }

  get members(): readonly number[] {
    return this.#members;
  }

  receive(index: number, report: BrokerReport): readonly number[] {
    const now = this.#options.now();
    this.#reports.set(index, { ...report, at: now });
    if (now - this.#resizedAt >= RESIZE_MS) this.#resize(now);
    return this.#members;
  }

  #resize(now: number): void {
    const elapsedMs = now - this.#resizedAt;
    this.#resizedAt = now;
    void this.#lookAtSilent(now);
    this.#dropSlow(now);
    const needed = this.#needed(elapsedMs);
    if (needed >= this.#members.length) this.#neededAt = now;
    if (needed > this.#members.length) this.#grow(needed, now);
    if (now - this.#neededAt > SHRINK_AFTER_MS) this.#shrink(needed, now);
  }

  /** Square-root staffing: the spare room that random arrivals need grows with the root of the load. */
  #needed(elapsedMs: number): number {
    const { now, maxBrokers } = this.#options;
    const fresh = [...this.#reports.values()].filter(({ at }) => now() - at < REPORT_MS);
    const demand = fresh.reduce((sum, report) => sum + report.demand, 0);
    const capacity = Math.max(1, ...fresh.map((report) => report.capacity));
    const isFull = demand >= this.#members.length * capacity;
    // Jobs also wait for a moment when brokers were reset.
    const weight = isFull && this.#wasFull ? 1 : 1 - Math.exp(-elapsedMs / SMOOTHING_MS);
    this.#wasFull = isFull;
    this.#demand += (demand - this.#demand) * weight;
    const slots = this.#demand + SPARE * Math.sqrt(this.#demand);
    // Jobs that waited for a browser are soon printed: the first guess is too high.
    const most = Math.min(maxBrokers, Math.ceil(MAX_GROWTH * this.#members.length) + 1);
    return Math.min(most, Math.max(1, Math.ceil(slots / capacity)));
  }

  #grow(needed: number, now: number): void {
    let missing = needed - this.#members.length - this.#warming.size;
    for (let index = 0; missing > 0 && index < 2 * this.#options.maxBrokers; index += 1) {
      if (this.#members.includes(index) || !this.#mayTry(index, now)) continue;
      void this.#warm(index);
      missing -= 1;
    }
  }

  #mayTry(index: number, now: number): boolean {
    return !this.#warming.has(index) && (this.#pausedUntil.get(index) ?? 0) <= now;
  }

  async #warm(index: number): Promise<void> {
    this.#warming.add(index);
    const isReady = await this.#options.peers.warm(index).then(
      (load) => load.isReady,
      () => false,
    );
    this.#warming.delete(index);
    if (isReady) this.#setMembers([...this.#members, index]);
    else this.#pausedUntil.set(index, this.#options.now() + FAILURE_PAUSE_MS);
  }

  /** Looks at members that send no reports. One that does not answer, or has ended its browser, is no member. */
  async #lookAtSilent(now: number): Promise<void> {
    if (now - this.#lookedAt < REPORT_MS) return;
    this.#lookedAt = now;
    const isSilent = (index: number) => now - (this.#reports.get(index)?.at ?? 0) >= REPORT_MS;
    const look = async (index: number): Promise<void> => {
      const load = await this.#options.peers.look(index).catch(() => null);
      if (load?.isReady === true) return;
      if (load === null) this.#pausedUntil.set(index, now + FAILURE_PAUSE_MS);
      this.#remove(index);
    };
    await Promise.all(this.#members.filter(isSilent).map(look));
  }

  /** At most one at a time, and only while others remain. */
  #dropSlow(now: number): void {
    const paces = this.#members.flatMap((index) => {
      const paceMs = this.#reports.get(index)?.paceMs ?? null;
      return paceMs === null ? [] : [{ index, paceMs }];
    });
    const quickest = Math.min(...paces.map(({ paceMs }) => paceMs));
    const slow = paces.find(({ paceMs }) => paceMs > SLOW * quickest);
    if (slow === undefined) return;
    this.#pausedUntil.set(slow.index, now + SLOW_PAUSE_MS);
    this.#remove(slow.index);
  }

  #shrink(needed: number, now: number): void {
    this.#neededAt = now;
    this.#setMembers(this.#members.slice(0, Math.max(needed, Math.floor(this.#members.length / 2))));
  }

  /** The last one stays: its jobs wait until it is ready. */
  #remove(index: number): void {
    this.#reports.delete(index);
    if (this.#members.length > 1) this.#setMembers(this.#members.filter((other) => other !== index));
  }

  #setMembers(members: readonly number[]): void {
    const next = [...new Set(members)].toSorted((one, two) => one - two);
    if (next.join() === this.#members.join()) return;
    this.#members = next;
    this.#options.onChange(next);
  }
}
