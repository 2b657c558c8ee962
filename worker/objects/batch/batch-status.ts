import type { BatchState, PauseReason } from '../../../schema/batches.ts';
import { type PlanId, PLANS, TEST_RETENTION_MS } from '../../../schema/plans.ts';
import type { JobError } from '../ledger/jobs/job-protocol.ts';
import type { BatchOrder, BatchRecord, OutputRecord, RowCounts } from './protocol.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Contract 14.4. */
const RETRYABLE_MS = 7 * DAY_MS;

/** These values change while a batch runs. `arriving`: its rows are not all stored. */
export interface BatchStatus {
  readonly state: 'arriving' | BatchState;
  readonly rows: RowCounts;
  /** The plan of the last attempt. */
  readonly plan: PlanId;
  readonly pausedReason: PauseReason | null;
  readonly pausedAt: number | null;
  /** The time at which a paused batch looks for credits again. */
  readonly resumeAt: number | null;
  /** No further row starts, and the batch fails when the running rows have ended. */
  readonly stopError: JobError | null;
  readonly outcome: OutputRecord;
  /** The time at which another attempt to make the output may start. */
  readonly outputDueAt: number | null;
  readonly outputRunner: string | null;
  /** Attempts that were started to make this output. */
  readonly outputAttempts: number;
  /** The object that was made last. */
  readonly outputId: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly retryableUntil: number | null;
  readonly expiresAt: number | null;
  /** The time at which the newest file is deleted. */
  readonly fileExpiresAt: number | null;
  /** The texts of the rows are stored. */
  readonly hasTexts: boolean;
  readonly pauses: number;
  readonly ends: number;
  readonly revision: number;
  /** The time at which the ledger is to hear of the last changes. It is null if it has. */
  readonly reportAt: number | null;
}

const NO_ROWS: RowCounts = { total: 0, queued: 0, running: 0, succeeded: 0, failed: 0, canceled: 0 };

export const newStatus = ({ plan, output }: BatchOrder): BatchStatus => ({
  state: 'arriving',
  rows: NO_ROWS,
  plan,
  pausedReason: null,
  pausedAt: null,
  resumeAt: null,
  stopError: null,
  outcome: { ...NO_OUTPUT, state: output === 'files' ? 'none' : 'pending' },
  outputDueAt: null,
  outputRunner: null,
  outputAttempts: 0,
  outputId: null,
  startedAt: null,
  finishedAt: null,
  retryableUntil: null,
  expiresAt: null,
  fileExpiresAt: null,
  hasTexts: true,
  pauses: 0,
  ends: 0,
  revision: 0,
  reportAt: null,
});

const NO_OUTPUT: OutputRecord = { state: 'none', sizeBytes: null, missing: 0, error: null, finishedAt: null };

/** Returns whether rows may start. */
export const isRunning = ({ state, stopError }: BatchStatus): boolean =>
  stopError === null && (state === 'queued' || state === 'running');

export const hasEnded = ({ state }: BatchStatus): boolean =>
  state === 'completed' || state === 'failed' || state === 'canceled';

export const canRetry = (status: BatchStatus, now: number): boolean => {
  const { state, retryableUntil } = status;
  if (state === 'completed' || state === 'failed') return retryableUntil !== null && now < retryableUntil;
  return isRunning(status) || state === 'paused';
};

export function endedStatus(
  order: BatchOrder,
  status: BatchStatus,
  state: 'completed' | 'failed' | 'canceled',
  now: number,
): BatchStatus {
  const { rows, outcome } = status;
  const expiresAt = expiryOf(order, status, now);
  const hasOutput = outcome.state === 'ready' || outcome.state === 'failed';
  const canBeRetried = state !== 'canceled' && rows.failed + rows.canceled > 0;
  return {
    ...status,
    state,
    outcome: hasOutput ? outcome : NO_OUTPUT,
    pausedReason: null,
    pausedAt: null,
    resumeAt: null,
    outputDueAt: null,
    outputRunner: null,
    finishedAt: now,
    expiresAt,
    retryableUntil: canBeRetried ? Math.min(now + RETRYABLE_MS, expiresAt) : null,
    ends: state === 'canceled' ? status.ends : status.ends + 1,
  };
}

/** Contract 14.6. A batch whose files were deleted while it ran is kept for a day. */
export function expiryOf(order: BatchOrder, { plan, fileExpiresAt }: BatchStatus, now: number): number {
  const retentionMs = order.environment === 'test' ? TEST_RETENTION_MS : PLANS[plan].retentionDays * DAY_MS;
  return Math.max(fileExpiresAt ?? now + retentionMs, now + DAY_MS);
}

/** The failed rows run again, and the output is made again. */
export const retriedStatus = (order: BatchOrder, status: BatchStatus): BatchStatus => ({
  ...status,
  state: status.state === 'paused' ? 'paused' : 'running',
  stopError: null,
  outcome: { ...NO_OUTPUT, state: order.output === 'files' ? 'none' : 'pending' },
  outputAttempts: 0,
  finishedAt: null,
  retryableUntil: null,
  expiresAt: null,
});

export function toBatchRecord(order: BatchOrder, status: BatchStatus): BatchRecord {
  const { options: _options, isSealed: _isSealed, region: _region, ...kept } = order;
  const { state, rows, outcome, outputId, pausedReason, startedAt, finishedAt, retryableUntil, expiresAt } =
    status;
  return {
    ...kept,
    state: state === 'arriving' ? 'queued' : state,
    rows,
    outcome,
    outputId,
    pausedReason,
    error: state === 'failed' ? status.stopError : null,
    startedAt,
    finishedAt,
    retryableUntil,
    expiresAt,
  };
}
