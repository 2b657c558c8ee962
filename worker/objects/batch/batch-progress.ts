import { ApiError } from '../../lib/api-error.ts';
import { retryWaitMs, toJobError } from '../ledger/attempt-end.ts';
import type { JobError } from '../ledger/jobs/job-protocol.ts';
import { newLease } from '../lease.ts';
import type { RowState } from '../../../schema/batches.ts';
import {
  type BatchStatus,
  endedStatus,
  expiryOf,
  hasEnded,
  isRunning,
  retriedStatus,
} from './batch-status.ts';
import {
  type BatchOrder,
  isBusy,
  type MadeFile,
  type NewRow,
  type RowEnd,
  type RowRefusal,
  type TakenRow,
  waitMsOf,
} from './protocol.ts';
import type { DeskRow, RowStore } from './row-store.ts';
import type { StatusStore } from './status-store.ts';

/** A paused batch looks for credits again. The ledger also wakes it. */
const RESUME_MS = 5 * 60_000;

/** Longer than a month, so that a batch sees the credits of the next one (contract 14.4). */
const MAX_PAUSE_MS = 35 * 24 * 60 * 60_000;

/** The time at which a row that met a busy service is tried again. Other rows of its batch can be the cause, so this is not counted. */
const BUSY_MS = 2_000;

/** The rows of a batch and what has become of them. The caller wraps each change in a transaction. */
export class BatchProgress {
  readonly rows: RowStore;
  readonly #store: StatusStore;

  constructor(store: StatusStore, rows: RowStore) {
    this.#store = store;
    this.rows = rows;
  }

  get #order(): BatchOrder {
    return this.#store.order;
  }

  get #status(): BatchStatus {
    return this.#store.status;
  }

  /** @returns the rows whose `externalId` an earlier row has */
  add(rows: readonly NewRow[], now: number): number[] {
    return this.rows.add(rows, now);
  }

  /** All rows are stored. Can be repeated. */
  counted(): BatchStatus {
    const status = this.#status;
    if (status.state !== 'arriving') return status;
    const [queued, failed] = [this.rows.count('queued'), this.rows.count('failed')];
    return { ...status, rows: { ...status.rows, total: queued + failed, queued, failed } };
  }

  begin(now: number): void {
    if (this.#status.state === 'arriving') this.#store.change({ ...this.counted(), state: 'queued' }, now);
  }

  /** Returns null if no row may start now. */
  take(fileId: string, now: number): TakenRow | null {
    const status = this.#status;
    const row = isRunning(status) ? this.rows.next(now) : null;
    if (row === null) return null;
    const attempt = row.attempts + 1;
    const taken = { ...row, attempts: attempt, fileId, startedAt: now, dueAt: newLease() };
    this.#move(taken, 'running', now);
    if (status.state === 'queued') {
      this.#store.change({ ...this.#status, state: 'running', startedAt: status.startedAt ?? now }, now);
    }
    return { index: row.index, place: row.place, fileId, attempt };
  }

  /** The end of an attempt that is no longer that of the row changes nothing. */
  settle(end: RowEnd, now: number): void {
    const row = this.rows.find(end.index);
    if (row?.state !== 'running' || row.fileId !== end.fileId) return;
    if (end.outcome === 'made') this.#succeed(row, end.file, now);
    else if (end.outcome === 'refused') this.#putBack(row, end.refused, now);
    else if (isBusy(end) && isRunning(this.#status) && this.#status.rows.running > 1) {
      this.#move({ ...row, fileId: null, attempts: row.attempts - 1, dueAt: now + BUSY_MS }, 'queued', now);
    } else {
      const waitMs =
        isRunning(this.#status) || this.#status.state === 'paused'
          ? retryWaitMs(row.attempts, end.reason)
          : null;
      if (this.#status.state === 'canceled') this.#move(without(row, now), 'canceled', now);
      else if (waitMs === null) this.#fail(row, toJobError(end.reason), now);
      else this.#move({ ...row, fileId: null, dueAt: now + waitMs }, 'queued', now);
    }
    this.#finishIfDone(now);
  }

  #succeed(row: DeskRow, { fileId, expiresAt }: MadeFile, now: number): void {
    this.#move({ ...row, fileId, dueAt: null, finishedAt: now, error: null }, 'succeeded', now);
    const status = this.#status;
    const fileExpiresAt = Math.max(status.fileExpiresAt ?? 0, expiresAt ?? 0) || null;
    const later = { ...status, fileExpiresAt };
    this.#store.save(hasEnded(later) ? { ...later, expiresAt: expiryOf(this.#order, later, now) } : later);
  }

  #fail(row: DeskRow, error: JobError, now: number): void {
    this.#move({ ...without(row, now), error }, 'failed', now);
    if (this.#order.onRowError !== 'stop') return;
    this.stop({ ...error, message: `rows[${row.index}]: ${error.message}` }, now);
  }

  /** The attempt did not start, so it is not counted. */
  #putBack(row: DeskRow, refused: RowRefusal, now: number): void {
    const isPause = refused.refusal === 'NO_CREDITS_AVAILABLE';
    const state =
      this.#status.state === 'canceled' || this.#status.stopError !== null ? 'canceled' : 'queued';
    const back = { ...row, fileId: null, attempts: row.attempts - 1, finishedAt: null };
    this.#move(
      { ...back, dueAt: state === 'queued' ? now + (isPause ? 0 : waitMsOf(refused)) : null },
      state,
      now,
    );
    if (isPause) this.#pause(now);
    if (refused.refusal === 'API_KEY_REVOKED') {
      const { code, message, details } = new ApiError('API_KEY_REVOKED');
      this.stop({ code, message, details }, now);
    }
  }

  #pause(now: number): void {
    const status = this.#status;
    if (!isRunning(status)) return;
    const pausedReason = 'NO_CREDITS_AVAILABLE';
    const resumeAt = now + RESUME_MS;
    const pauses = status.pauses + 1;
    this.#store.change({ ...status, state: 'paused', pausedReason, pausedAt: now, resumeAt, pauses }, now);
  }

  /** There are no credits yet. */
  stayPaused(now: number): void {
    const status = this.#status;
    if (status.pausedAt !== null && now >= status.pausedAt + MAX_PAUSE_MS) {
      const { code, message, details } = new ApiError('NO_CREDITS_AVAILABLE');
      return this.stop({ code, message, details }, now);
    }
    this.#store.save({ ...status, resumeAt: now + RESUME_MS });
  }

  resume(now: number): void {
    const status = this.#status;
    if (status.state !== 'paused') return;
    this.#store.change(
      { ...status, state: 'running', pausedReason: null, pausedAt: null, resumeAt: null },
      now,
    );
  }

  /** Rows that run end as usual. */
  stop(error: JobError, now: number): void {
    if (hasEnded(this.#status) || this.#status.stopError !== null) return;
    this.#cancelQueued(now);
    this.#store.change({ ...this.#status, stopError: error }, now);
    this.#finishIfDone(now);
  }

  /** The caller ends the rows that run. */
  cancel(now: number): void {
    this.#cancelQueued(now);
    this.#store.change(endedStatus(this.#order, this.#status, 'canceled', now), now);
  }

  #cancelQueued(now: number): void {
    const count = this.rows.cancelQueued(now);
    const status = this.#status;
    const { queued, canceled } = status.rows;
    this.#store.save({
      ...status,
      rows: { ...status.rows, queued: queued - count, canceled: canceled + count },
    });
  }

  /** @returns whether a row runs again */
  retryFailed(now: number): boolean {
    const failed = this.rows.queueAgain('failed', now);
    const canceled = this.rows.queueAgain('canceled', now);
    if (failed + canceled === 0) return false;
    const status = retriedStatus(this.#order, this.#status);
    const { rows } = status;
    const queued = rows.queued + failed + canceled;
    this.#store.change({ ...status, rows: { ...rows, queued, failed: 0, canceled: 0 } }, now);
    return true;
  }

  #finishIfDone(now: number): void {
    const status = this.#status;
    const order = this.#order;
    const { queued, running, succeeded } = status.rows;
    if (hasEnded(status) || status.state === 'assembling' || queued + running > 0) return;
    if (status.stopError !== null) this.#store.change(endedStatus(order, status, 'failed', now), now);
    else if (order.output === 'files' || succeeded === 0) {
      this.#store.change(endedStatus(order, status, 'completed', now), now);
    } else {
      const outcome = { ...status.outcome, state: 'assembling' } as const;
      this.#store.change({ ...status, state: 'assembling', outcome, outputDueAt: now }, now);
    }
  }

  usePlan(plan: BatchStatus['plan']): void {
    if (this.#status.plan !== plan) this.#store.save({ ...this.#status, plan });
  }

  #move(row: DeskRow, to: RowState, now: number): void {
    this.rows.save({ ...row, state: to });
    const status = this.#status;
    const rows = { ...status.rows, [row.state]: status.rows[row.state] - 1 };
    this.#store.progress({ ...status, rows: { ...rows, [to]: rows[to] + 1 } }, now);
  }
}

const without = (row: DeskRow, now: number): DeskRow => ({
  ...row,
  fileId: null,
  dueAt: null,
  finishedAt: now,
});
