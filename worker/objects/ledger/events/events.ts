import { metaField } from '../../../../schema/api/meta.ts';
import type { DeletionReason } from '../../../../schema/webhooks.ts';
import type { BatchRecord } from '../../batch/protocol.ts';
import type { RecordedEvent } from '../../webhook/event.ts';
import { CreditLevels } from '../admission/credit-levels.ts';
import { type Balance, nextMonthAt, usageOf } from '../admission/credits.ts';
import type { JobError } from '../jobs/job-protocol.ts';
import type { JobRow } from '../jobs/job-row.ts';
import { Outbox } from './outbox.ts';

/** An event with this many ids has 3 kB. */
const FILES_PER_EVENT = 100;

const RETRY_MS = 30_000;

/** @returns whether the workspace has webhooks */
type HandOut = (events: readonly RecordedEvent[]) => Promise<boolean>;

/** The events of a workspace. They are recorded in the transactions of their causes and handed out afterwards. */
export class Events {
  readonly outbox: Outbox;
  readonly #levels: CreditLevels;
  readonly #now: () => number;
  readonly #handOut: HandOut;
  #isHandingOut = false;

  constructor(sql: SqlStorage, now: () => number, handOut: HandOut) {
    this.#now = now;
    this.#handOut = handOut;
    this.outbox = new Outbox(sql);
    this.#levels = new CreditLevels(sql);
  }

  /** @param fileIds of a split, at most 100; empty for other jobs */
  jobSucceeded(
    { jobId, trace, meta }: JobRow,
    fileId: string,
    fileIds: readonly string[],
    now: number,
  ): void {
    const data = { jobId, fileId, ...(fileIds.length === 0 ? {} : { fileIds }), ...metaField(meta) };
    this.outbox.record({ type: 'job.succeeded', data }, now, trace);
  }

  jobFailed({ jobId, trace, meta }: JobRow, { code, message }: JobError, now: number): void {
    this.outbox.record(
      { type: 'job.failed', data: { jobId, error: { code, message }, ...metaField(meta) } },
      now,
      trace,
    );
  }

  batchEnded({ batchId, state, rows, trace }: BatchRecord, now: number): void {
    const ended = state === 'failed' ? 'failed' : 'completed';
    this.outbox.record({ type: 'batch.completed', data: { batchId, state: ended, rows } }, now, trace);
  }

  batchPaused({ batchId, pausedReason, rows, trace }: BatchRecord, now: number): void {
    const reason = pausedReason ?? 'NO_CREDITS_AVAILABLE';
    this.outbox.record({ type: 'batch.paused', data: { batchId, reason, rows } }, now, trace);
  }

  filesDeleted(fileIds: readonly string[], reason: DeletionReason, now: number): void {
    for (let at = 0; at < fileIds.length; at += FILES_PER_EVENT) {
      const data = { fileIds: fileIds.slice(at, at + FILES_PER_EVENT), reason };
      this.outbox.record({ type: 'file.deleted', data }, now);
    }
  }

  creditSpent(balance: Balance, quotaLimit: number, now: number): void {
    if (!this.outbox.isRead || !this.#levels.fellTo(balance, quotaLimit)) return;
    const resetsAt = new Date(nextMonthAt(now)).toISOString();
    this.outbox.record({ type: 'credits.low', data: { ...usageOf(balance, quotaLimit), resetsAt } }, now);
  }

  /** Never throws. What cannot be handed out stays in the outbox for the alarm. */
  async handOut(): Promise<void> {
    // One call at a time keeps the order.
    if (this.#isHandingOut) return;
    this.#isHandingOut = true;
    try {
      for (let batch = this.outbox.next(); batch !== null; batch = this.outbox.next()) {
        const isRead = await this.#handOut(batch.events);
        this.outbox.remove(batch.upTo);
        if (!isRead) this.outbox.forgetWebhooks(this.#now());
      }
    } catch (error) {
      console.error(JSON.stringify({ event: 'events_not_handed_out', cause: String(error) }));
      this.outbox.postpone(this.#now() + RETRY_MS);
    } finally {
      this.#isHandingOut = false;
    }
  }
}
