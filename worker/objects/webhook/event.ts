import type { Batch } from '../../../schema/api/batches.ts';
import type { Meta } from '../../../schema/api/meta.ts';
import type { PauseReason } from '../../../schema/batches.ts';
import type { TraceContext } from '../../../schema/trace-context.ts';
import type { DeletionReason, TEST_EVENT } from '../../../schema/webhooks.ts';

/** A webhook can be sent these events. An event has ids and the `meta` of the request, no content. */
export type WebhookEvent =
  | { readonly type: 'file.deleted'; readonly data: FilesDeleted }
  | { readonly type: 'credits.low'; readonly data: CreditsLow }
  | { readonly type: 'job.succeeded'; readonly data: JobSucceeded }
  | { readonly type: 'job.failed'; readonly data: JobFailed }
  | { readonly type: 'batch.completed'; readonly data: BatchCompleted }
  | { readonly type: 'batch.paused'; readonly data: BatchPaused }
  | { readonly type: typeof TEST_EVENT; readonly data: { readonly webhookId: string } };

interface FilesDeleted {
  readonly fileIds: readonly string[];
  readonly reason: DeletionReason;
  /** The files that had a `meta`. */
  readonly files?: readonly { readonly fileId: string; readonly meta?: Meta }[];
}

interface CreditsLow {
  readonly remaining: number;
  readonly quotaUsed: number;
  readonly quotaLimit: number;
  /** ISO 8601. */
  readonly resetsAt: string;
}

interface JobSucceeded {
  readonly jobId: string;
  /** The first one of a split. */
  readonly fileId: string;
  /** All files of a split. */
  readonly fileIds?: readonly string[];
  readonly meta?: Meta;
}

interface JobFailed {
  readonly jobId: string;
  readonly error: { readonly code: string; readonly message: string };
  readonly meta?: Meta;
}

interface BatchCompleted {
  readonly batchId: string;
  readonly state: 'completed' | 'failed';
  readonly rows: Batch['rows'];
  readonly meta?: Meta;
}

interface BatchPaused {
  readonly batchId: string;
  readonly reason: PauseReason;
  readonly rows: Batch['rows'];
  readonly meta?: Meta;
}

/** An event that was recorded and is delivered. */
export interface RecordedEvent {
  /** The same for every webhook and every attempt. */
  readonly id: string;
  readonly type: string;
  /** The JSON that is signed and sent, the same for every attempt. */
  readonly body: string;
  /** The trace of the request that caused it. It is null for an event from before traces. */
  readonly trace: TraceContext | null;
}

/** @param at epoch milliseconds */
export const bodyOf = ({ type, data }: WebhookEvent, at: number): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
