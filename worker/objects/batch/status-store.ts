import { type BatchStatus, newStatus } from './batch-status.ts';
import type { BatchOrder } from './protocol.ts';

/** The ledger hears of progress this often. */
const PROGRESS_MS = 2_000;

/** A desk keeps this of its batch, apart from the rows. */
export class StatusStore {
  readonly #storage: DurableObjectStorage;
  /** Its options can be large. */
  #order: BatchOrder | undefined;
  #isClosed = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get order(): BatchOrder {
    if (!this.exists || this.#order === undefined) throw new Error('A desk without a batch');
    return this.#order;
  }

  /** False for an id that nobody opened, and after the batch was removed. */
  get exists(): boolean {
    if (this.#isClosed) return false;
    this.#order ??= this.#storage.kv.get<BatchOrder>('order');
    return this.#order !== undefined;
  }

  /** The batch is being removed. A call that still runs must store nothing. */
  close(): void {
    this.#isClosed = true;
  }

  get status(): BatchStatus {
    return this.#storage.kv.get<BatchStatus>('status') ?? newStatus(this.order);
  }

  open(order: BatchOrder): void {
    this.#order = order;
    this.#storage.kv.put('order', order);
  }

  /** The ledger hears of it at once. */
  change(status: BatchStatus, now: number): void {
    this.save({ ...status, revision: status.revision + 1, reportAt: now });
  }

  /** The ledger hears of it a little later. */
  progress(status: BatchStatus, now: number): void {
    const reportAt = status.reportAt ?? now + PROGRESS_MS;
    this.save({ ...status, revision: status.revision + 1, reportAt });
  }

  /** The ledger has this revision. */
  reported(revision: number, now: number): void {
    const { status } = this;
    this.save({ ...status, reportAt: status.revision === revision ? null : now + PROGRESS_MS });
  }

  save(status: BatchStatus): void {
    if (this.#isClosed) return;
    this.#storage.kv.put('status', status);
  }
}
