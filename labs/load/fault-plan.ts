import { Random } from '../../test/support/random.ts';
import { type Broken, type Fault, faultsOf } from './faults.ts';

/** The least and the most time of a fault, and the same for the pause after it. */
const FAULT_MS = [1_500, 4_000] as const;
const PAUSE_MS = [500, 1_500] as const;

export interface PlannedFault {
  /** Counts from 1 through the whole run. */
  readonly number: number;
  readonly fault: Fault;
  /** Since the start of the round. */
  readonly atMs: number;
  readonly lastsMs: number;
}

/** The faults, with their times and durations. The seed alone decides it: nothing that the service does changes the plan. */
export class FaultPlan {
  readonly #broken: Omit<Broken, 'random'>;
  readonly #random: Random;
  #queue: Fault[] = [];
  #planned = 0;

  constructor(broken: Omit<Broken, 'random'>, seed: number) {
    this.#broken = broken;
    this.#random = Random.seeded(seed);
  }

  /** The faults of the next round, one after another. */
  round(roundMs: number): PlannedFault[] {
    const planned: PlannedFault[] = [];
    for (let atMs = this.#between(PAUSE_MS); ;) {
      const lastsMs = this.#between(FAULT_MS);
      if (atMs + lastsMs > roundMs) return planned;
      this.#planned += 1;
      planned.push({ number: this.#planned, fault: this.#next(), atMs, lastsMs });
      atMs += lastsMs + this.#between(PAUSE_MS);
    }
  }

  /** Each fault once, in another order each time. */
  #next(): Fault {
    if (this.#queue.length === 0) {
      const random = this.#random;
      const drawn = faultsOf({ ...this.#broken, random }).map((fault) => ({ fault, at: random.fraction() }));
      this.#queue = drawn.sort((one, other) => one.at - other.at).map(({ fault }) => fault);
    }
    const fault = this.#queue.pop();
    if (fault === undefined) throw new Error('There is no fault.');
    return fault;
  }

  #between([from, to]: readonly [number, number]): number {
    return from + this.#random.fraction() * (to - from);
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Runs with the same seed print the same lines. */
export const describeFault = ({ number, fault, atMs, lastsMs }: PlannedFault): string =>
  `Fault ${number}: ${fault.name}, at ${seconds(atMs)}, for ${seconds(lastsMs)}`;
