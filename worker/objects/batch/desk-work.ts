import { leaseNow } from '../lease.ts';
import type { Refused } from '../ledger/protocol.ts';
import type { Ledger } from '../ledger/client.ts';
import type { BatchBells } from './batch-bells.ts';
import type { BatchProgress } from './batch-progress.ts';
import { hasEnded, toBatchRecord } from './batch-status.ts';
import type { OutputProgress } from './output-progress.ts';
import type { DeskRow, RowStore } from './row-store.ts';
import type { StatusStore } from './status-store.ts';

/** The time at which a report that failed is sent again. */
const REPORT_RETRY_MS = 5_000;

export interface DeskWorkDeps {
  readonly store: StatusStore;
  readonly rows: RowStore;
  readonly progress: BatchProgress;
  readonly output: OutputProgress;
  readonly bells: BatchBells;
  readonly inTransaction: <Result>(work: () => Result) => Result;
  readonly ledger: () => Ledger;
  readonly now: () => number;
}

/** A desk does this with its ledger. Each step can be repeated. */
export class DeskWork {
  readonly #deps: DeskWorkDeps;
  #isReporting = false;

  constructor(deps: DeskWorkDeps) {
    this.#deps = deps;
  }

  /** The alarm of the desk does this. */
  async runDue(now: number): Promise<void> {
    const { rows, store } = this.#deps;
    const { status } = store;
    await this.endRows(status.state === 'canceled' ? rows.running() : rows.lapsed(leaseNow()));
    if (status.resumeAt !== null && status.resumeAt <= now) await this.resumeIfPossible(now);
  }

  /** The ledger knows whether an attempt that did not report has made its file. */
  async endRows(running: readonly DeskRow[]): Promise<void> {
    const attempts = running.flatMap(({ index, fileId }) => (fileId === null ? [] : { index, fileId }));
    if (attempts.length === 0) return;
    const { progress, inTransaction } = this.#deps;
    const made = await this.#ledger.endRows(this.#batchId, attempts);
    const now = this.#now();
    inTransaction(() => {
      for (const [at, attempt] of attempts.entries()) {
        const file = made[at] ?? null;
        const end =
          file === null
            ? ({ outcome: 'failed', reason: null } as const)
            : ({ outcome: 'made', file } as const);
        progress.settle({ ...attempt, ...end }, now);
      }
    });
  }

  /** Returns null if the batch is not paused any more. */
  async resumeIfPossible(now: number): Promise<Refused | null> {
    const { progress, store, inTransaction } = this.#deps;
    if (store.status.state !== 'paused') return null;
    const refused = await this.#ledger.refuseBatchCredit(this.#batchId);
    inTransaction(() => (refused === null ? progress.resume(now) : progress.stayPaused(now)));
    return refused;
  }

  async report(): Promise<void> {
    const { store } = this.#deps;
    const { order, status } = store;
    const { revision, pauses, ends } = status;
    await this.#ledger.noteBatch({ record: toBatchRecord(order, status), revision, pauses, ends });
    if (store.exists) store.reported(revision, this.#now());
  }

  /** If it fails, the alarm repeats it. */
  async reportSafely(): Promise<void> {
    if (this.#isReporting) return;
    this.#isReporting = true;
    try {
      await this.report();
    } catch (error) {
      console.error(JSON.stringify({ event: 'batch_report_failed', cause: String(error) }));
      const { store } = this.#deps;
      if (store.exists) store.save({ ...store.status, reportAt: this.#now() + REPORT_RETRY_MS });
    } finally {
      this.#isReporting = false;
    }
  }

  /** The time at which the texts of the rows are deleted. It is null if they are needed, or deleted. */
  textsDueAt(): number | null {
    const { status } = this.#deps.store;
    return hasEnded(status) && status.hasTexts ? (status.retryableUntil ?? status.finishedAt) : null;
  }

  /** Epoch milliseconds. It is null if nothing is due. */
  nextDue(now: number): number | null {
    const { store, rows, bells } = this.#deps;
    const { resumeAt, reportAt, outputDueAt } = store.status;
    const times = [
      rows.nextLapse(),
      bells.nextDue(now),
      resumeAt,
      outputDueAt,
      this.#isReporting ? null : reportAt,
      this.textsDueAt(),
    ].filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  get #batchId(): string {
    return this.#deps.store.order.batchId;
  }

  get #ledger(): Ledger {
    return this.#deps.ledger();
  }

  #now(): number {
    return this.#deps.now();
  }
}
