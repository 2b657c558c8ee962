import type { AlarmWork } from './alarm-work.ts';

const RETRY_MS = 30_000;

/** The alarm of a ledger. Nothing else sets it. */
export class LedgerAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #work: AlarmWork;
  readonly #now: () => number;
  /** The time of the next alarm, if it is set and known. */
  #at: number | null = null;

  constructor(storage: DurableObjectStorage, work: AlarmWork, now: () => number) {
    this.#storage = storage;
    this.#work = work;
    this.#now = now;
  }

  /** @param added when the first thing is due that the call has added; undefined if it may have changed more */
  async schedule(added?: number): Promise<void> {
    const current = (this.#at ??= await this.#storage.getAlarm());
    if (added !== undefined && current !== null && current <= added) return;
    const due = this.#work.nextDue();
    if (due !== null && (current === null || due < current)) await this.#set(due);
  }

  /** It has come. */
  async run(): Promise<void> {
    const now = this.#now();
    this.#at = null;
    try {
      await this.#work.run(now);
      await this.schedule();
    } catch (error) {
      // The platform stops retrying an alarm that keeps throwing. Retention must not stop.
      console.error(JSON.stringify({ event: 'ledger_alarm_failed', cause: String(error) }));
      await this.#set(now + RETRY_MS);
    }
  }

  async #set(at: number): Promise<void> {
    this.#at = at;
    await this.#storage.setAlarm(at);
  }
}
