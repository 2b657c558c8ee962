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

/** An event with this much `meta`, and with its ids, fits into the outbox. */
const META_BYTES_PER_EVENT = 14_000;

/** Beside each `meta`, an event has the id of the file and the names of the fields. */
const BYTES_BESIDE_META = 60;

const RETRY_MS = 30_000;

export interface DeletedFile {
  readonly fileId: string;
  /** As JSON. It is null if the file has none. */
  readonly meta: string | null;
}

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

  batchEnded({ batchId, state, rows, trace, meta }: BatchRecord, now: number): void {
    const ended = state === 'failed' ? 'failed' : 'completed';
    const data = { batchId, state: ended, rows, ...metaField(meta) } as const;
    this.outbox.record({ type: 'batch.completed', data }, now, trace);
  }

  batchPaused({ batchId, pausedReason, rows, trace, meta }: BatchRecord, now: number): void {
    const reason = pausedReason ?? 'NO_CREDITS_AVAILABLE';
    const data = { batchId, reason, rows, ...metaField(meta) };
    this.outbox.record({ type: 'batch.paused', data }, now, trace);
  }

  filesDeleted(files: readonly DeletedFile[], reason: DeletionReason, now: number): void {
    for (const chunk of chunksOf(files)) {
      const fileIds = chunk.map(({ fileId }) => fileId);
      const withMeta = chunk.filter(({ meta }) => meta !== null);
      const described = withMeta.map(({ fileId, meta }) => ({ fileId, ...metaField(meta) }));
      const data = { fileIds, reason, ...(described.length === 0 ? {} : { files: described }) };
      this.outbox.record({ type: 'file.deleted', data }, now);
    }
  }

  creditSpent(balance: Balance, quotaLimit: number, now: number): void {
    if (!this.outbox.hasWebhooks || !this.#levels.fellTo(balance, quotaLimit)) return;
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
        const hasWebhooks = await this.#handOut(batch.events);
        this.outbox.remove(batch.upTo);
        if (!hasWebhooks) this.outbox.forgetWebhooks(this.#now());
      }
    } catch (error) {
      console.error(JSON.stringify({ event: 'events_not_handed_out', cause: String(error) }));
      this.outbox.postpone(this.#now() + RETRY_MS);
    } finally {
      this.#isHandingOut = false;
    }
  }
}

/** Cuts the files, in their order, into the chunks that fit into one event each. */
function* chunksOf(files: readonly DeletedFile[]): Generator<readonly DeletedFile[]> {
  const encoder = new TextEncoder();
  let chunk: DeletedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const more = file.meta === null ? 0 : encoder.encode(file.meta).byteLength + BYTES_BESIDE_META;
    if (chunk.length === FILES_PER_EVENT || bytes + more > META_BYTES_PER_EVENT) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(file);
    bytes += more;
  }
  if (chunk.length > 0) yield chunk;
}
