import type { Region } from '../../../renderer/browser-run/region.ts';
import type { Batch } from '../../../schema/api/batches.ts';
import type {
  BatchOutput,
  BatchState,
  OnRowError,
  OutputState,
  PauseReason,
  RowState,
} from '../../../schema/batches.ts';
import type { GenerateRequest, RequestOptions } from '../../../schema/api/generate.ts';
import type { Environment } from '../../../schema/permissions.ts';
import type { PlanId } from '../../../schema/plans.ts';
import type { TraceContext } from '../../../schema/trace-context.ts';
import { foundNoPage } from '../ledger/attempt-end.ts';
import type { JobError } from '../ledger/jobs/job-protocol.ts';
import type { Refused, ReleaseReason } from '../ledger/protocol.ts';

/** Messages between the Worker, a batch's desk and its workspace's ledger. Times are epoch milliseconds. */

/** The calls of a batch's desk. */
export interface BatchDeskCalls extends Rpc.DurableObjectBranded {
  /** The workspace is accepting the batch. Can be repeated. */
  open(order: BatchOrder): void;
  /** Can be repeated. @returns the rows whose `externalId` an earlier row has */
  add(rows: readonly NewRow[]): number[];
  /** Returns the batch as it is when all of its rows are stored. */
  accepted(): BatchRecord;
  /** The ledger has accepted the batch. Can be repeated. */
  begin(): Promise<BatchRecord>;
  /** The ledger calls it if it misses a report, or if there may be credits again. */
  wake(): Promise<void>;
  /** Returns null if the workspace has no such batch. @param waitMs how long to wait for the end of the batch */
  find(workspaceId: string, waitMs: number): Promise<BatchRecord | null>;
  /** Returns null if the workspace has no such batch. */
  listRows(workspaceId: string, filter: RowFilter): (RowPage & { readonly requestId: string }) | null;
  cancel(workspaceId: string): Promise<BatchChange>;
  resume(workspaceId: string): Promise<BatchChange>;
  retryFailed(workspaceId: string): Promise<BatchChange>;
  /** Returns null if there is nothing to print. */
  consumerOrder(): ConsumerOrder | null;
  /** Ends the row that the consumer had, and gives it the next one. It is null if the consumer has ended. */
  turn(turn: Turn): Promise<TakenRow | null>;
  /** The consumer still prints its row. One that is silent loses it. Can be repeated. */
  renewRow(lease: RowLease): void;
  /** Returns null if nothing is to be made, or another runner makes it. Can be repeated, for more time. */
  takeOutput(outputId: string, forMs: number): Promise<OutputTask | null>;
  /** The rows that succeeded, in their order. @param after the index of the last one of the previous call */
  listMade(after: number, limit: number): MadeRow[];
  settleOutput(outputId: string, end: OutputEnd): Promise<OutputSettled>;
  /** The ledger forgets the batch afterwards. Can be repeated. */
  remove(): Promise<void>;
}

/** These values never change. */
export interface BatchOrder {
  readonly batchId: string;
  readonly workspaceId: string;
  readonly requestId: string;
  /** The trace of the request. Older batches have no such field. */
  readonly trace?: TraceContext;
  readonly keyId: string;
  readonly environment: Environment;
  /** At the acceptance. */
  readonly plan: PlanId;
  /** The version that all rows print. */
  readonly template: string;
  readonly output: BatchOutput;
  readonly onRowError: OnRowError;
  readonly options: RequestOptions;
  /** The thumbnail of each PDF. */
  readonly thumbnail?: GenerateRequest['thumbnail'];
  /** The rows may have passwords, so they are stored sealed. Older batches have no such field. */
  readonly isSealed?: boolean;
  /** The region that prints the rows. */
  readonly region: Region;
  /** The `meta` of the request, as JSON. Older batches have no such field. */
  readonly meta?: string | null;
  readonly createdAt: number;
}

/** One call to a desk has at most this many rows. */
export const ROWS_PER_CALL = 500;

/** A row whose text is stored. */
export interface NewRow {
  readonly index: number;
  readonly externalId: string;
  readonly place: RowPlace;
  /** The `meta` of the row, as JSON. */
  readonly meta?: string | null;
  /** The row was accepted as failed. */
  readonly error: JobError | null;
}

/** The place of the text of a row in the stored objects. */
export interface RowPlace {
  /** The number of the object. */
  readonly chunk: number;
  readonly offset: number;
  readonly length: number;
}

export type RowCounts = Batch['rows'];

export interface OutputRecord {
  readonly state: OutputState;
  readonly sizeBytes: number | null;
  /** Rows whose file was deleted before. */
  readonly missing: number;
  readonly error: JobError | null;
  readonly finishedAt: number | null;
}

export interface BatchRecord extends Omit<BatchOrder, 'options' | 'isSealed' | 'region'> {
  readonly state: BatchState;
  readonly rows: RowCounts;
  readonly outcome: OutputRecord;
  /** The id of the object. It is null if there is none. */
  readonly outputId: string | null;
  readonly pausedReason: PauseReason | null;
  readonly error: JobError | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly retryableUntil: number | null;
  readonly expiresAt: number | null;
}

export interface RowRecord {
  readonly index: number;
  readonly externalId: string;
  readonly state: RowState;
  readonly attempts: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Only a row that succeeded has one. */
  readonly fileId: string | null;
  readonly meta: string | null;
  readonly error: JobError | null;
}

export interface RowFilter {
  readonly limit: number;
  /** The index of the last row of the previous page. */
  readonly after: number;
  readonly state?: RowState | undefined;
}

export interface RowPage {
  readonly rows: readonly RowRecord[];
  readonly more: boolean;
}

/** The message of the queue: for a consumer that prints rows, or for the output if `laneId` is null. */
export interface BatchBell {
  readonly workspaceId: string;
  readonly batchId: string;
  /** The consumer. Messages in the queue have this name. */
  readonly laneId: string | null;
}

/** A row that a consumer has taken. */
export interface TakenRow {
  readonly index: number;
  readonly place: RowPlace;
  /** The file of the attempt. */
  readonly fileId: string;
  readonly attempt: number;
}

export interface MadeFile {
  readonly fileId: string;
  /** The time at which the file is deleted. It is null if it was deleted before. */
  readonly expiresAt: number | null;
}

/** The end of an attempt of a row. `reason` is null if the attempt did not report its end. */
export type RowEnd = { readonly index: number; readonly fileId: string } &
  /** `isCrowded`: see `PrintedPdf`. */
  (
    | { readonly outcome: 'made'; readonly file: MadeFile; readonly isCrowded?: boolean }
    | { readonly outcome: 'failed'; readonly reason: ReleaseReason | null }
    /** The attempt did not start. */
    | { readonly outcome: 'refused'; readonly refused: RowRefusal }
  );

/** No browser had room for the row in time. */
export const isBusy = (end: RowEnd): boolean =>
  end.outcome === 'failed' && end.reason !== null && foundNoPage(end.reason);

/** `full`: as many jobs and rows run as the plan allows. `ended`: the ledger knows that the batch has ended. */
export type RowRefusal = Refused | { readonly refusal: 'full' | 'ended' };

/** The workspace was deleted, or the ledger and the desk of the batch differ for a moment. */
const ENDED_MS = 60_000;

/** The time at which the row may be started again. */
export function waitMsOf(refused: RowRefusal): number {
  if (refused.refusal === 'ended') return ENDED_MS;
  return 'retryAfterSeconds' in refused ? 1_000 * (refused.retryAfterSeconds ?? 0) : 0;
}

export interface Turn {
  readonly laneId: string;
  /** Each delivery of the message has its own: of two deliveries, one gets rows. */
  readonly runnerId: string;
  /** The file of the next attempt. It is null if the consumer takes no further row. */
  readonly fileId: string | null;
  readonly plan: PlanId | null;
  /** The end of the row that the consumer had. */
  readonly end: RowEnd | null;
}

/** The row that a consumer prints. */
export interface RowLease extends Pick<Turn, 'laneId' | 'runnerId'>, RowAttempt {}

export type BatchChange =
  | { readonly outcome: 'done' | 'conflict'; readonly batch: BatchRecord }
  | { readonly outcome: 'refused'; readonly refused: Refused }
  | { readonly outcome: 'unknown' };

/** A row that succeeded, with what the output of the batch needs of it. */
export interface MadeRow {
  readonly index: number;
  readonly externalId: string;
  readonly fileId: string;
}

/** The output is to be made. */
export interface OutputTask extends Pick<
  BatchOrder,
  'workspaceId' | 'requestId' | 'trace' | 'output' | 'createdAt'
> {
  /** The time at which the newest file is deleted. */
  readonly expiresAt: number;
}

/** `none`: all files were deleted before. `lost`: another attempt follows, unless this was the last one. */
export type OutputEnd =
  | { readonly outcome: 'ready'; readonly sizeBytes: number; readonly missing: number }
  | { readonly outcome: 'none' | 'lost' }
  | { readonly outcome: 'failed'; readonly error: JobError };

/** `replaced`: the output that was made before. */
export type OutputSettled =
  | { readonly outcome: 'settled'; readonly replaced: string | null }
  /** Nothing of the attempt counts. */
  | { readonly outcome: 'refused' };

/** An attempt that the ledger knows as running. */
export interface RowAttempt {
  readonly index: number;
  readonly fileId: string;
}

/** A consumer needs to know this of its batch. */
export interface ConsumerOrder extends Pick<
  BatchOrder,
  | 'keyId'
  | 'requestId'
  | 'trace'
  | 'environment'
  | 'template'
  | 'options'
  | 'thumbnail'
  | 'isSealed'
  | 'region'
> {}

/** The ledger's answer to the start of an attempt. */
export type RowStart =
  | {
      readonly outcome: 'started';
      readonly plan: PlanId;
      readonly templatesVersion: number;
      readonly targetsVersion: number;
    }
  | { readonly outcome: 'made'; readonly file: MadeFile }
  | { readonly outcome: 'refused'; readonly refused: RowRefusal };

export interface RowStartRequest {
  readonly batchId: string;
  readonly index: number;
  readonly fileId: string;
  readonly attempt: number;
}
