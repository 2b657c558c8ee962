import { DurableObject } from 'cloudflare:workers';
import type { Env } from '../env.ts';
import { Waiting } from '../ledger/waiting.ts';
import { buildServices, type Services } from '../services.ts';
import { batchPrefix, batchRowsPrefix } from '../storage/keys.ts';
import { R2Store } from '../storage/r2.ts';
import { BatchBells } from './batch-bells.ts';
import { BatchProgress } from './batch-progress.ts';
import { canRetry, hasEnded, toBatchRecord } from './batch-status.ts';
import { LaneStore } from './lane-store.ts';
import { OutputProgress } from './output-progress.ts';
import type {
  BatchChange,
  BatchOrder,
  BatchRecord,
  LaneOrder,
  MadeRow,
  NewRow,
  OutputEnd,
  OutputSettled,
  OutputTask,
  RowFilter,
  RowPage,
  TakenRow,
  Turn,
} from './protocol.ts';
import { RowStore } from './row-store.ts';
import { StatusStore } from './status-store.ts';
import { DeskWork } from './desk-work.ts';

const ALARM_RETRY_MS = 30_000;

type Parts = ReturnType<typeof openParts>;

/**
 * The rows of one batch (contract 14, design note 33). The ledger knows which row has its file, and the desk knows what is
 * left to do.
 */
export class BatchDesk extends DurableObject<Env> {
  #parts: Parts | null = null;

  /** Tests override it to move time. */
  protected services(): Services {
    return buildServices(this.env);
  }

  /** Made when they are needed: a call for an id that does not exist must store nothing. */
  get #open(): Parts {
    this.#parts ??= openParts(this.ctx, this.env, () => this.services());
    return this.#parts;
  }

  #now(): number {
    return this.services().now();
  }

  /** The workspace is accepting the batch. Can be repeated. */
  open(order: BatchOrder): void {
    this.#open.store.open(order);
  }

  /** Can be repeated. @returns the rows whose `externalId` an earlier row has */
  add(rows: readonly NewRow[]): number[] {
    const { rows: store, inTransaction } = this.#open;
    return inTransaction(() => store.add(rows, this.#now()));
  }

  /** What the batch is when all of its rows are stored. */
  accepted(): BatchRecord {
    const { progress, store } = this.#open;
    return toBatchRecord(store.order, progress.counted());
  }

  /** The ledger has accepted the batch. Can be repeated. */
  async begin(): Promise<BatchRecord> {
    const { progress, inTransaction } = this.#open;
    inTransaction(() => progress.begin(this.#now()));
    await this.#changed();
    return this.#record();
  }

  /** The ledger calls it if it misses a report, or if there may be credits again. */
  async wake(): Promise<void> {
    if (!this.#exists()) return;
    const { progress, store, inTransaction, work } = this.#open;
    const now = this.#now();
    inTransaction(() => {
      progress.begin(now);
      store.change(store.status, now);
    });
    await work.resumeIfPossible(now);
    await this.#changed();
  }

  /** Null if the workspace has no such batch. @param waitMs how long to wait for the end of the batch */
  async find(workspaceId: string, waitMs: number): Promise<BatchRecord | null> {
    const until = this.#now() + waitMs;
    for (;;) {
      if (!this.#isOf(workspaceId)) return null;
      const leftMs = until - this.#now();
      const { store, waiting } = this.#open;
      if (hasEnded(store.status) || leftMs <= 0) return this.#record();
      await waiting.settledWithin(store.order.batchId, leftMs);
    }
  }

  /** Null if the workspace has no such batch. */
  listRows(workspaceId: string, filter: RowFilter): (RowPage & { readonly requestId: string }) | null {
    if (!this.#isOf(workspaceId)) return null;
    const { rows, store } = this.#open;
    const page = rows.list({ ...filter, limit: filter.limit + 1 });
    const { requestId } = store.order;
    return { rows: page.slice(0, filter.limit), more: page.length > filter.limit, requestId };
  }

  async cancel(workspaceId: string): Promise<BatchChange> {
    if (!this.#isOf(workspaceId)) return { outcome: 'unknown' };
    const { progress, store, inTransaction, work } = this.#open;
    const { state } = store.status;
    if (state === 'completed' || state === 'failed') return { outcome: 'conflict', batch: this.#record() };
    if (state !== 'canceled') inTransaction(() => progress.cancel(this.#now()));
    // The alarm does both if one of them fails.
    await this.ctx.storage.setAlarm(this.#now());
    await work.report();
    await work.endRows(store.status.rows.running > 0 ? progress.rows.running() : []);
    await this.#changed();
    return { outcome: 'done', batch: this.#record() };
  }

  async resume(workspaceId: string): Promise<BatchChange> {
    if (!this.#isOf(workspaceId)) return { outcome: 'unknown' };
    const { store, work } = this.#open;
    if (hasEnded(store.status)) return { outcome: 'conflict', batch: this.#record() };
    const refused = await work.resumeIfPossible(this.#now());
    await this.#changed();
    return refused === null ? { outcome: 'done', batch: this.#record() } : { outcome: 'refused', refused };
  }

  async retryFailed(workspaceId: string): Promise<BatchChange> {
    if (!this.#isOf(workspaceId)) return { outcome: 'unknown' };
    const { progress, store, inTransaction } = this.#open;
    const { status, order } = store;
    if (!canRetry(status, this.#now())) return { outcome: 'conflict', batch: this.#record() };
    if (hasEnded(status)) {
      const refused = await this.services().ledger(order.workspaceId).reopenBatch(order.batchId);
      if (refused !== null) return { outcome: 'refused', refused };
    }
    inTransaction(() => {
      if (canRetry(store.status, this.#now())) progress.retryFailed(this.#now());
    });
    await this.#changed();
    return { outcome: 'done', batch: this.#record() };
  }

  /** Null if there is nothing to print. */
  laneOrder(): LaneOrder | null {
    if (!this.#exists()) return null;
    const { keyId, requestId, environment, template, options, region } = this.#open.store.order;
    return { keyId, requestId, environment, template, options, region };
  }

  /** Ends the row that the lane had, and gives it the next one. Null: the lane has ended. */
  async turn(turn: Turn): Promise<TakenRow | null> {
    if (!this.#exists()) return null;
    const { bells, inTransaction } = this.#open;
    const taken = inTransaction(() => bells.turn(turn, this.#now()));
    await this.#changed();
    return taken;
  }

  /** Null if nothing is to be made, or another runner makes it. Can be repeated, for more time. */
  async takeOutput(outputId: string, forMs: number): Promise<OutputTask | null> {
    if (!this.#exists()) return null;
    const { output, inTransaction } = this.#open;
    const now = this.#now();
    const task = inTransaction(() => output.take(outputId, now + forMs, now));
    await this.#changed();
    return task;
  }

  /** The rows that succeeded, in their order. @param after the index of the last one of the previous call */
  listMade(after: number, limit: number): MadeRow[] {
    const made = this.#exists() ? this.#open.rows.list({ after, limit, state: 'succeeded' }) : [];
    return made.flatMap(({ index, externalId, fileId }) =>
      fileId === null ? [] : { index, externalId, fileId },
    );
  }

  async settleOutput(outputId: string, end: OutputEnd): Promise<OutputSettled> {
    if (!this.#exists()) return { outcome: 'refused' };
    const { output, inTransaction } = this.#open;
    const settled = inTransaction(() => output.settle(outputId, end, this.#now()));
    await this.#changed();
    return settled;
  }

  /** The ledger forgets the batch afterwards. Can be repeated. */
  async remove(): Promise<void> {
    const { name } = this.ctx.id;
    const batchId = this.#exists() ? this.#open.store.order.batchId : name;
    if (batchId !== undefined) await new R2Store(this.env.FILES).deleteUnder(batchPrefix(batchId));
    this.#parts?.waiting.wakeAll();
    this.#parts = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    if (!this.#exists()) return;
    try {
      await this.#open.work.runDue(this.#now());
      await this.#deleteTexts();
      await this.#changed();
    } catch (error) {
      // The platform stops retrying an alarm that keeps throwing.
      console.error(JSON.stringify({ event: 'batch_alarm_failed', cause: String(error) }));
      await this.ctx.storage.setAlarm(this.#now() + ALARM_RETRY_MS);
    }
  }

  /** Contract 14.6. */
  async #deleteTexts(): Promise<void> {
    const { store, work } = this.#open;
    if ((work.textsDueAt() ?? Number.POSITIVE_INFINITY) > this.#now()) return;
    await new R2Store(this.env.FILES).deleteUnder(batchRowsPrefix(store.order.batchId));
    store.save({ ...store.status, hasTexts: false });
  }

  /** After each call that changes something. */
  async #changed(): Promise<void> {
    if (!this.#exists()) return;
    const { bells, store, waiting, work } = this.#open;
    const now = this.#now();
    bells.ring(now);
    if (hasEnded(store.status)) waiting.wake(store.order.batchId);
    if ((store.status.reportAt ?? Number.POSITIVE_INFINITY) <= now) {
      this.ctx.waitUntil(work.reportSafely().then(() => this.#scheduleAlarm()));
    }
    await this.#scheduleAlarm();
  }

  async #scheduleAlarm(): Promise<void> {
    if (!this.#exists()) return;
    const due = this.#open.work.nextDue(this.#now());
    const current = await this.ctx.storage.getAlarm();
    if (due !== null && (current === null || due < current)) await this.ctx.storage.setAlarm(due);
  }

  #record(): BatchRecord {
    const { store } = this.#open;
    return toBatchRecord(store.order, store.status);
  }

  #exists(): boolean {
    return this.ctx.storage.kv.get('order') !== undefined;
  }

  #isOf(workspaceId: string): boolean {
    if (!this.#exists()) return false;
    const { store } = this.#open;
    const { expiresAt } = store.status;
    const isExpired = expiresAt !== null && expiresAt <= this.#now();
    return store.order.workspaceId === workspaceId && store.status.state !== 'arriving' && !isExpired;
  }
}

function openParts(ctx: DurableObjectState, env: Env, services: () => Services) {
  const { storage } = ctx;
  const inTransaction = <Result>(run: () => Result): Result => storage.transactionSync(run);
  const store = new StatusStore(storage);
  const rows = new RowStore(storage.sql);
  const lanes = new LaneStore(storage.sql);
  const progress = new BatchProgress(store, rows);
  const output = new OutputProgress(store);
  const inBackground = (work: Promise<unknown>) => ctx.waitUntil(work);
  const bells = new BatchBells({
    store,
    rows,
    lanes,
    progress,
    output,
    queue: () => env.BATCHES,
    inBackground,
  });
  const work = new DeskWork({ store, rows, progress, output, bells, inTransaction, services });
  return { store, rows, progress, output, bells, work, waiting: new Waiting(), inTransaction };
}
