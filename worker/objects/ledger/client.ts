import type { RestoreStep } from '../../../schema/api/ledger-copy.ts';
import type { PlanId } from '../../../schema/plans.ts';
import type { AnsweredCode } from '../../lib/api-error.ts';
import type { Metrics } from '../../adapters/metrics/series.ts';
import type { BatchRecord, MadeFile, RowAttempt, RowStart, RowStartRequest } from '../batch/protocol.ts';
import type {
  BatchAccepted,
  BatchFilter,
  BatchOpened,
  BatchOpening,
  BatchPage,
  BatchReport,
} from './batches/batch-protocol.ts';
import type { CopyPosition, LedgerPage, RestoreResult } from './files/copy-protocol.ts';
import type { DaySpan } from './counts/day.ts';
import type {
  Cancellation,
  Enqueued,
  JobAttempt,
  JobFilter,
  JobPage,
  JobRecord,
} from './jobs/job-protocol.ts';
import type {
  Admission,
  AdmissionRequest,
  ReservationGrowth,
  Versioned,
} from './admission/admission-protocol.ts';
import type {
  Account,
  AccountChange,
  CopyReport,
  FileFilter,
  FilePage,
  FilePart,
  FileRecord,
  IdempotencyClaim,
  PreviewStart,
  Refused,
  Release,
  ReleaseReason,
  RequestStatistics,
  Settlement,
  UsageCount,
} from './protocol.ts';

/** Each method is one call to the Durable Object. */
export interface Ledger {
  admit(request: AdmissionRequest): Promise<Admission>;
  /** @param parts if the request made several files: all of them, with `file` as the first one */
  commit(file: FileRecord, plan: PlanId, parts?: readonly FilePart[]): Promise<Settlement>;
  /** Null if they are reserved. */
  growReservation(growth: ReservationGrowth, plan: PlanId): Promise<Refused | null>;
  release(fileId: string, reason: ReleaseReason): Promise<Release>;
  /** Resolves when the reservation has ended, or after `timeoutMs`. */
  awaitRelease(fileId: string, timeoutMs: number): Promise<void>;
  enqueueJob(jobId: string, template: string | null): Promise<Enqueued>;
  dropJob(jobId: string): Promise<void>;
  /** Null if there is nothing to do. */
  startJob(jobId: string, fileId: string): Promise<JobAttempt | null>;
  /** Waits up to `waitMs` for the end of the job. */
  findJob(jobId: string, waitMs: number): Promise<JobRecord | null>;
  listJobs(filter: JobFilter): Promise<JobPage>;
  cancelJob(jobId: string): Promise<Cancellation>;
  openBatch(opening: BatchOpening): Promise<BatchOpened>;
  acceptBatch(record: BatchRecord, claim: IdempotencyClaim | null): Promise<BatchAccepted>;
  dropBatch(batchId: string): Promise<void>;
  noteBatch(report: BatchReport): Promise<void>;
  /** Null if the batch may run again. */
  reopenBatch(batchId: string): Promise<Refused | null>;
  /** Null if there is a credit. */
  refuseBatchCredit(batchId: string): Promise<Refused | null>;
  listBatches(filter: BatchFilter): Promise<BatchPage>;
  startRow(request: RowStartRequest): Promise<RowStart>;
  /** Returns the file of each row, or null. No commit of these attempts can succeed after it. */
  endRows(batchId: string, attempts: readonly RowAttempt[]): Promise<readonly (MadeFile | null)[]>;
  findFiles(fileIds: readonly string[]): Promise<readonly (FileRecord | null)[]>;
  /** Null if the preview may be printed. */
  beginPreview(preview: PreviewStart): Promise<Refused | null>;
  endPreview(previewId: string, lostMs: number): Promise<void>;
  countError(errorCode: AnsweredCode): Promise<void>;
  revokeKey(keyId: string): Promise<void>;
  account(plan: PlanId): Promise<Account>;
  adjust(change: AccountChange): Promise<void>;
  lastUses(): Promise<Readonly<Record<string, number>>>;
  usageCounts(span: DaySpan): Promise<readonly UsageCount[]>;
  requestStatistics(span: DaySpan): Promise<RequestStatistics>;
  metrics(plan: PlanId): Promise<Metrics>;
  findFile(fileId: string): Promise<FileRecord | null>;
  listFiles(filter: FileFilter): Promise<FilePage>;
  deleteFile(fileId: string): Promise<boolean>;
  reportCopies(fileId: string, reports: readonly CopyReport[]): Promise<FileRecord | null>;
  noteChanged(of: Versioned): Promise<void>;
  noteWebhook(): Promise<void>;
  readCopy(from: CopyPosition | null): Promise<LedgerPage>;
  restore(step: RestoreStep): Promise<RestoreResult>;
  close(): Promise<void>;
}

export type WorkspaceLedgerCalls = Ledger & Rpc.DurableObjectBranded;

/** @param open a new stub for each call, because a stub stays broken after its object was reset */
export const ledgerClient = (open: () => DurableObjectStub<WorkspaceLedgerCalls>): Ledger => ({
  admit: (request) => retriedOnReset(async () => await open().admit(request)),
  commit: async (file, plan, parts = []) => await open().commit(file, plan, parts),
  growReservation: (growth, plan) => retriedOnReset(async () => await open().growReservation(growth, plan)),
  release: async (fileId, reason) => await open().release(fileId, reason),
  awaitRelease: async (fileId, timeoutMs) => await open().awaitRelease(fileId, timeoutMs),
  enqueueJob: (jobId, template) => retriedOnReset(async () => await open().enqueueJob(jobId, template)),
  dropJob: async (jobId) => await open().dropJob(jobId),
  startJob: (jobId, fileId) => retriedOnReset(async () => await open().startJob(jobId, fileId)),
  findJob: (jobId, waitMs) => retriedOnReset(async () => await open().findJob(jobId, waitMs)),
  listJobs: async (filter) => await open().listJobs(filter),
  cancelJob: (jobId) => retriedOnReset(async () => await open().cancelJob(jobId)),
  openBatch: (opening) => retriedOnReset(async () => await open().openBatch(opening)),
  acceptBatch: (record, claim) => retriedOnReset(async () => await open().acceptBatch(record, claim)),
  dropBatch: async (batchId) => await open().dropBatch(batchId),
  noteBatch: (report) => retriedOnReset(async () => await open().noteBatch(report)),
  reopenBatch: (batchId) => retriedOnReset(async () => await open().reopenBatch(batchId)),
  refuseBatchCredit: async (batchId) => await open().refuseBatchCredit(batchId),
  listBatches: async (filter) => await open().listBatches(filter),
  startRow: (request) => retriedOnReset(async () => await open().startRow(request)),
  endRows: (batchId, attempts) => retriedOnReset(async () => await open().endRows(batchId, attempts)),
  findFiles: async (fileIds) => await open().findFiles(fileIds),
  beginPreview: (preview) => retriedOnReset(async () => await open().beginPreview(preview)),
  endPreview: async (previewId, lostMs) => await open().endPreview(previewId, lostMs),
  countError: async (errorCode) => await open().countError(errorCode),
  revokeKey: async (keyId) => await open().revokeKey(keyId),
  account: async (plan) => await open().account(plan),
  adjust: async (change) => await open().adjust(change),
  lastUses: async () => await open().lastUses(),
  usageCounts: async (span) => await open().usageCounts(span),
  requestStatistics: async (span) => await open().requestStatistics(span),
  metrics: async (plan) => await open().metrics(plan),
  findFile: async (fileId) => await open().findFile(fileId),
  listFiles: async (filter) => await open().listFiles(filter),
  deleteFile: async (fileId) => await open().deleteFile(fileId),
  reportCopies: async (fileId, reports) => await open().reportCopies(fileId, reports),
  noteChanged: async (of) => await open().noteChanged(of),
  noteWebhook: async () => await open().noteWebhook(),
  readCopy: async (from) => await open().readCopy(from),
  restore: async (step) => await open().restore(step),
  close: async () => await open().close(),
});

/**
 * Repeats a call once if the object was reset, as every deployment does. The call may have taken effect before the
 * reset. A reservation is then found by its file: it is counted and charged once. A request that reserves nothing, or
 * is refused, can be counted twice.
 */
async function retriedOnReset<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isReset(error)) throw error;
    return call();
  }
}

/** Source: developers.cloudflare.com/durable-objects/best-practices/error-handling. */
const isReset = (error: unknown): boolean =>
  error instanceof Error &&
  'retryable' in error &&
  error.retryable === true &&
  !('overloaded' in error && error.overloaded === true);
