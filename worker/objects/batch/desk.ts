import { canRetry, hasEnded, toBatchRecord } from './batch-status.ts';
import { DeskObject } from './desk-object.ts';
import type {
  BatchChange,
  BatchDeskCalls,
  BatchOrder,
  BatchRecord,
  ConsumerOrder,
  MadeRow,
  NewRow,
  OutputEnd,
  OutputSettled,
  OutputTask,
  RowFilter,
  RowLease,
  RowPage,
  TakenRow,
  Turn,
} from './protocol.ts';

/**
 * The rows of one batch (contract 14, decision 33). The ledger knows which row has its file, and the desk knows what is
 * left to do.
 */
export class BatchDesk extends DeskObject implements BatchDeskCalls {
  open(order: BatchOrder): void {
    this.deps.store.open(order);
  }

  add(rows: readonly NewRow[]): number[] {
    const { rows: store, inTransaction } = this.deps;
    return inTransaction(() => store.add(rows, this.now()));
  }

  accepted(): BatchRecord {
    const { progress, store } = this.deps;
    return toBatchRecord(store.order, progress.counted());
  }

  async begin(): Promise<BatchRecord> {
    const { progress, inTransaction } = this.deps;
    inTransaction(() => progress.begin(this.now()));
    await this.changed();
    return this.record();
  }

  async wake(): Promise<void> {
    if (!this.store.exists) return;
    const { progress, store, inTransaction, work } = this.deps;
    const now = this.now();
    inTransaction(() => {
      progress.begin(now);
      store.change(store.status, now);
    });
    await work.resumeIfPossible(now);
    await this.changed();
  }

  async find(workspaceId: string, waitMs: number): Promise<BatchRecord | null> {
    const until = this.now() + waitMs;
    for (;;) {
      if (!this.isOf(workspaceId)) return null;
      const leftMs = until - this.now();
      const { store, waiting } = this.deps;
      if (hasEnded(store.status) || leftMs <= 0) return this.record();
      await waiting.settledWithin(store.order.batchId, leftMs);
    }
  }

  listRows(workspaceId: string, filter: RowFilter): (RowPage & { readonly requestId: string }) | null {
    if (!this.isOf(workspaceId)) return null;
    const { rows, store } = this.deps;
    const page = rows.list({ ...filter, limit: filter.limit + 1 });
    const { requestId } = store.order;
    return { rows: page.slice(0, filter.limit), more: page.length > filter.limit, requestId };
  }

  async cancel(workspaceId: string): Promise<BatchChange> {
    if (!this.isOf(workspaceId)) return { outcome: 'unknown' };
    const { progress, store, inTransaction, work } = this.deps;
    const { state } = store.status;
    if (state === 'completed' || state === 'failed') return { outcome: 'conflict', batch: this.record() };
    if (state !== 'canceled') inTransaction(() => progress.cancel(this.now()));
    // The alarm does both if one of them fails.
    await this.ctx.storage.setAlarm(this.now());
    await work.report();
    await work.endRows(store.status.rows.running > 0 ? progress.rows.running() : []);
    await this.changed();
    return { outcome: 'done', batch: this.record() };
  }

  async resume(workspaceId: string): Promise<BatchChange> {
    if (!this.isOf(workspaceId)) return { outcome: 'unknown' };
    const { store, work } = this.deps;
    if (hasEnded(store.status)) return { outcome: 'conflict', batch: this.record() };
    const refused = await work.resumeIfPossible(this.now());
    await this.changed();
    return refused === null ? { outcome: 'done', batch: this.record() } : { outcome: 'refused', refused };
  }

  async retryFailed(workspaceId: string): Promise<BatchChange> {
    if (!this.isOf(workspaceId)) return { outcome: 'unknown' };
    const { progress, store, inTransaction } = this.deps;
    const { status, order } = store;
    if (!canRetry(status, this.now())) return { outcome: 'conflict', batch: this.record() };
    if (hasEnded(status)) {
      const refused = await this.ledger.reopenBatch(order.batchId);
      if (refused !== null) return { outcome: 'refused', refused };
    }
    inTransaction(() => {
      if (canRetry(store.status, this.now())) progress.retryFailed(this.now());
    });
    await this.changed();
    return { outcome: 'done', batch: this.record() };
  }

  consumerOrder(): ConsumerOrder | null {
    if (!this.store.exists) return null;
    const {
      keyId,
      requestId,
      trace,
      environment,
      template,
      options,
      thumbnail,
      isSealed = false,
      region,
    } = this.deps.store.order;
    const optional = { ...(trace && { trace }), ...(thumbnail && { thumbnail }) };
    return { keyId, requestId, ...optional, environment, template, options, isSealed, region };
  }

  async turn(turn: Turn): Promise<TakenRow | null> {
    if (!this.store.exists) return null;
    const { bells, inTransaction } = this.deps;
    const taken = inTransaction(() => bells.turn(turn, this.now()));
    await this.changed();
    return taken;
  }

  renewRow(lease: RowLease): void {
    if (this.store.exists) this.deps.bells.renew(lease, this.now());
  }

  async takeOutput(outputId: string, forMs: number): Promise<OutputTask | null> {
    if (!this.store.exists) return null;
    const { output, inTransaction } = this.deps;
    const now = this.now();
    const task = inTransaction(() => output.take(outputId, now + forMs, now));
    await this.changed();
    return task;
  }

  listMade(after: number, limit: number): MadeRow[] {
    const made = this.store.exists ? this.deps.rows.list({ after, limit, state: 'succeeded' }) : [];
    return made.flatMap(({ index, externalId, fileId }) =>
      fileId === null ? [] : { index, externalId, fileId },
    );
  }

  async settleOutput(outputId: string, end: OutputEnd): Promise<OutputSettled> {
    if (!this.store.exists) return { outcome: 'refused' };
    const { output, inTransaction } = this.deps;
    const settled = inTransaction(() => output.settle(outputId, end, this.now()));
    await this.changed();
    return settled;
  }
}
