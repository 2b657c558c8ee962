import type { BrokerReport, Peers } from './broker-protocol.ts';
import { RegionPool } from './region-pool.ts';

export interface MembershipOptions {
  readonly index: number;
  readonly maxBrokers: number;
  readonly now: () => number;
  readonly peers: Peers;
  /** The members that were stored before this broker was reset. */
  readonly stored: readonly number[];
  readonly store: (members: readonly number[]) => void;
}

const REPORT_EVERY_MS = 1_000;

/** A broker that did not take a report is not tried as the head for this long. */
const HEAD_PAUSE_MS = 10_000;

/** Reports to the head of the region: the broker with the lowest index that can be reached. */
export class Membership {
  readonly #options: MembershipOptions;
  readonly #headPausedUntil = new Map<number, number>();
  #members: readonly number[];
  #pool: RegionPool | null = null;
  #reportedAt = 0;

  constructor(options: MembershipOptions) {
    this.#options = options;
    this.#members = options.stored;
  }

  get members(): readonly number[] {
    return this.#members;
  }

  /** At most once a second. */
  async refresh(takeReport: () => BrokerReport): Promise<void> {
    const now = this.#options.now();
    if (now - this.#reportedAt < REPORT_EVERY_MS) return;
    this.#reportedAt = now;
    const { index, peers } = this.#options;
    const report = takeReport();
    for (let head = 0; head < index; head += 1) {
      if ((this.#headPausedUntil.get(head) ?? 0) > now) continue;
      try {
        this.#members = await peers.report(head, index, report);
        return;
      } catch {
        this.#headPausedUntil.set(head, now + HEAD_PAUSE_MS);
      }
    }
    this.receive(index, report);
  }

  /** The time at which the browser ends: what was in use is then out of date. A head goes on while others are in use. */
  leave(): void {
    const { index } = this.#options;
    if (this.#pool?.members.some((other) => other !== index) === true) return;
    this.#members = [];
    this.#pool = null;
    this.#options.store([]);
  }

  /** As the head of the region. */
  receive(from: number, report: BrokerReport): readonly number[] {
    const { index, maxBrokers, now, peers, store } = this.#options;
    this.#pool ??= new RegionPool({
      members: this.#members.length > 0 ? this.#members : [index],
      maxBrokers,
      now,
      peers,
      onChange: (members) => {
        this.#members = members;
        store(members);
      },
    });
    this.#members = this.#pool.receive(from, report);
    return this.#members;
  }
}
