import { z } from 'zod';
import { JOB_STATES, type JobState } from '../../../../schema/jobs.ts';
import { ENVIRONMENTS, type Environment } from '../../../../schema/permissions.ts';
import { PLAN_IDS, type PlanId } from '../../../../schema/plans.ts';
import { readStored } from '../../../../schema/stored-value.ts';
import type { TraceContext } from '../../../../schema/trace-context.ts';
import { type AnsweredCode, CATALOGUE } from '../../../lib/api-error.ts';
import type { JobError } from './job-protocol.ts';
import type { IdempotencyClaim } from '../protocol.ts';
import { optionalNumber, optionalText, type SqlRow } from '../../storage/sql-row.ts';
import { readTrace, writeTrace } from '../../storage/trace-column.ts';

/** `arriving`: its body is not stored yet. `dropped`: it was never accepted, and its body is to be deleted. */
export type RowState = 'arriving' | 'dropped' | JobState;

const ROW_STATES: readonly RowState[] = ['arriving', 'dropped', ...JOB_STATES];

/** A job as its table row has it. */
export interface JobRow {
  readonly jobId: string;
  readonly requestId: string;
  readonly trace: TraceContext | null;
  readonly state: RowState;
  readonly keyId: string;
  readonly plan: PlanId;
  readonly environment: Environment;
  readonly wantsReport: boolean;
  readonly meta: string | null;
  /** See `ReservationRequest`. */
  readonly creditsLater: boolean;
  readonly idempotency: IdempotencyClaim | null;
  readonly template: string | null;
  /** The file of the attempt that runs, or the PDF. */
  readonly fileId: string | null;
  readonly attempts: number;
  /** A queued job: the queue has a message for it. */
  readonly isRung: boolean;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** The time at which the alarm has work with it. It is null for a running job: its reservation is due. */
  readonly dueAt: number | null;
  readonly expiresAt: number | null;
  readonly error: JobError | null;
}

const jobError: z.ZodType<JobError> = z.object({
  code: z.custom<AnsweredCode>((code) => typeof code === 'string' && code in CATALOGUE),
  message: z.string(),
  details: z.array(z.string()),
  retryAfterSeconds: z.number().optional(),
});

export const parseError = (json: string): JobError => jobError.parse(JSON.parse(json));

export const toColumns = (row: JobRow): SqlRow => ({
  job_id: row.jobId,
  request_id: row.requestId,
  state: row.state,
  key_id: row.keyId,
  plan: row.plan,
  environment: row.environment,
  wants_report: row.wantsReport ? 1 : 0,
  meta: row.meta,
  credits_later: row.creditsLater ? 1 : 0,
  idempotency_key: row.idempotency?.key ?? null,
  body_hash: row.idempotency?.bodyHash ?? null,
  template: row.template,
  file_id: row.fileId,
  attempts: row.attempts,
  rung: row.isRung ? 1 : 0,
  created_at: row.createdAt,
  started_at: row.startedAt,
  finished_at: row.finishedAt,
  due_at: row.dueAt,
  expires_at: row.expiresAt,
  error: row.error === null ? null : JSON.stringify(row.error),
  trace: writeTrace(row.trace),
});

export const toJobRow = (row: SqlRow): JobRow => ({
  jobId: String(row.job_id),
  requestId: String(row.request_id),
  trace: readTrace(row),
  state: readStored(ROW_STATES, row.state, 'jobs.state'),
  keyId: String(row.key_id),
  plan: readStored(PLAN_IDS, row.plan, 'jobs.plan'),
  environment: readStored(ENVIRONMENTS, row.environment, 'jobs.environment'),
  wantsReport: row.wants_report === 1,
  meta: optionalText(row.meta),
  creditsLater: row.credits_later === 1,
  idempotency:
    row.idempotency_key === null
      ? null
      : { key: String(row.idempotency_key), bodyHash: String(row.body_hash) },
  template: optionalText(row.template),
  fileId: optionalText(row.file_id),
  attempts: Number(row.attempts),
  isRung: row.rung === 1,
  createdAt: Number(row.created_at),
  startedAt: optionalNumber(row.started_at),
  finishedAt: optionalNumber(row.finished_at),
  dueAt: optionalNumber(row.due_at),
  expiresAt: optionalNumber(row.expires_at),
  error: row.error === null ? null : parseError(String(row.error)),
});
