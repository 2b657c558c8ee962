import type { BatchDeskCalls } from '../../batch/protocol.ts';
import { type BatchBook, WAKE_MS } from './batch-book.ts';
import type { BatchList, ListedBatch } from './batch-list.ts';

/** One alarm calls this many desks. */
const DESKS_PER_ALARM = 50;

export interface BatchSweepDeps {
  readonly batches: BatchList;
  readonly batchBook: BatchBook;
  readonly desks: () => DurableObjectNamespace<BatchDeskCalls>;
}

/** Calls the desks: those that do not report, and those whose batch is to be deleted. Each call can be repeated. */
export class BatchSweep {
  readonly #deps: BatchSweepDeps;

  constructor(deps: BatchSweepDeps) {
    this.#deps = deps;
  }

  async run(now: number): Promise<void> {
    const { batches, batchBook } = this.#deps;
    batchBook.dropLate(now);
    for (const batch of batches.due(now).slice(0, DESKS_PER_ALARM)) {
      // First: a desk that cannot be reached is called again later, and the alarm has other work.
      batches.save({ ...batch, dueAt: now + WAKE_MS });
      const isDropped = batch.state === 'dropped';
      await attempt(batch, () => (isDropped ? this.#remove(batch) : this.#wake(batch)));
    }
    for (const batch of batches.expired(now, DESKS_PER_ALARM)) {
      batches.save({ ...batch, expiresAt: now + WAKE_MS });
      await attempt(batch, () => this.#remove(batch));
    }
  }

  /** All batches of a workspace that was deleted. */
  async removeAll(): Promise<void> {
    for (const batch of this.#deps.batches.next(DESKS_PER_ALARM)) await this.#remove(batch);
  }

  /** There may be credits again. If a call fails, the desk asks by itself later. */
  async wakePaused(): Promise<void> {
    const { batches, desks } = this.#deps;
    const calls = batches.paused().map(({ batchId }) => desks().getByName(batchId).wake());
    await Promise.allSettled(calls);
  }

  async #wake({ batchId }: ListedBatch): Promise<void> {
    await this.#deps.desks().getByName(batchId).wake();
  }

  /** The desk first: after a crash, the next alarm finds the row again. */
  async #remove({ batchId }: ListedBatch): Promise<void> {
    await this.#deps.desks().getByName(batchId).remove();
    this.#deps.batchBook.remove(batchId);
  }
}

async function attempt({ batchId }: ListedBatch, call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    console.error(JSON.stringify({ event: 'batch_desk_not_reached', batchId, cause: String(error) }));
  }
}
