import type { JobState } from '../../../../schema/jobs.ts';
import type { Environment } from '../../../../schema/permissions.ts';
import type { PlanId } from '../../../../schema/plans.ts';
import type { TraceContext } from '../../../../schema/trace-context.ts';
import type { AnsweredCode } from '../../../lib/api-error.ts';
import type { Excerpt, FileRecord, IdempotencyClaim } from '../protocol.ts';

/** Messages about jobs between the Worker and a workspace's ledger. Times are epoch milliseconds. */

export interface JobRequest {
  readonly jobId: string;
  /** The id of the request that asks for the job. */
  readonly requestId: string;
  readonly trace?: TraceContext;
  readonly environment: Environment;
  /** Default: false. */
  readonly wantsReport?: boolean;
  /** The request's, as JSON. Default: none. */
  readonly meta?: string | null;
  /** See `ReservationRequest`. Default: false. */
  readonly creditsLater?: boolean;
  /** The time at which the request ends at the latest. A duplicate waits until then, too. */
  readonly deadline: number;
  readonly idempotency?: IdempotencyClaim;
}

export interface JobError {
  readonly code: AnsweredCode;
  readonly message: string;
  readonly details: readonly string[];
  readonly retryAfterSeconds?: number | undefined;
}

export interface JobRecord {
  readonly jobId: string;
  readonly requestId: string;
  readonly state: JobState;
  readonly environment: Environment;
  /** The version that the job prints. It is null for raw HTML. */
  readonly template: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly expiresAt: number | null;
  readonly attempts: number;
  /** Only a job that succeeded has one. */
  readonly fileId: string | null;
  /** It is null if the file was deleted, too. */
  readonly file: FileRecord | null;
  /** If the job made several files: those that exist. */
  readonly excerpts: readonly Excerpt[];
  /** Its report is stored beside the file. */
  readonly hasReport: boolean;
  /** The request's, as JSON. It is null without one. */
  readonly meta: string | null;
  readonly error: JobError | null;
}

/** `late`: the body came too late. `closed`: the workspace was deleted. */
export type Enqueued =
  | { readonly outcome: 'queued'; readonly job: JobRecord }
  | { readonly outcome: 'late' | 'closed' };

/** The ledger admitted an attempt. */
export interface JobAttempt {
  readonly keyId: string;
  readonly requestId: string;
  /** The trace of the request. It is null for a job from before traces. */
  readonly trace: TraceContext | null;
  readonly environment: Environment;
  readonly plan: PlanId;
  /** The version of the template that was published when the job was accepted. It is null for raw HTML. */
  readonly template: string | null;
  readonly templatesVersion: number;
  readonly targetsVersion: number;
}

export interface JobFilter {
  readonly limit: number;
  readonly state?: JobState;
  /** The last job of the previous page. */
  readonly after?: { readonly createdAt: number; readonly jobId: string };
}

export interface JobPage {
  readonly jobs: readonly JobRecord[];
  readonly more: boolean;
}

/** `finished`: it had succeeded or failed before. */
export type Cancellation =
  | { readonly outcome: 'canceled' | 'finished'; readonly job: JobRecord }
  | { readonly outcome: 'unknown' };

/** The message of the queue. The ledger knows the rest. */
export interface JobBell {
  readonly workspaceId: string;
  readonly jobId: string;
}
