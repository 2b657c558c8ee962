import type { Environment } from '../../../../schema/permissions.ts';
import type { PlanId } from '../../../../schema/plans.ts';
import type { AnsweredCode } from '../../../lib/api-error.ts';
import type { RateState } from '../../rate-limit/rate-window.ts';
import type { JobRecord, JobRequest } from '../jobs/job-protocol.ts';
import type { Excerpt, FileRecord, IdempotencyClaim, Refused, Usage } from '../protocol.ts';

/** Messages about the start of a request to a workspace's ledger. Times are epoch milliseconds. */

/** Isolates cache these until an admission returns a new version. */
export type Versioned = 'templates' | 'targets';

export interface AdmissionRequest {
  /** Or the id of a person who uses the dashboard. */
  readonly keyId: string;
  /** From a cache. The ledger uses its own plan if it was changed. */
  readonly plan: PlanId;
  /** An earlier call counted this request. */
  readonly counted?: boolean;
  /** Absent if the request is only counted: it was refused or makes no file. */
  readonly reservation?: ReservationRequest;
  /** Instead of a reservation: the request asks for a job. */
  readonly job?: JobRequest;
  /** The error of a refused request. It is counted unless the ledger's own reason ranks before it. */
  readonly errorCode?: AnsweredCode;
}

export interface ReservationRequest {
  readonly fileId: string;
  readonly environment: Environment;
  /** The time at which the timeout of `plan` stops the request. A duplicate waits until then, too. */
  readonly deadline: number;
  readonly idempotency?: IdempotencyClaim;
  /** The file is uploaded, so it spends no credit and uses no page. Default: false. */
  readonly isUpload?: boolean;
  /** The number of files is not known yet. The request holds no credit until `growReservation` takes those of all files. Default: false. */
  readonly creditsLater?: boolean;
}

/** More reservations, which end with that of the first file. */
export interface ReservationGrowth {
  /** The id of the first file. */
  readonly leadId: string;
  /** Each takes a credit. The first file is among them if it has none yet. */
  readonly fileIds: readonly string[];
  /** Objects that are no files. They are deleted when the reservation ends. */
  readonly scratchIds: readonly string[];
}

export type Decision = { readonly rate: RateState } & (
  | { readonly outcome: 'counted' }
  | { readonly outcome: 'reserved'; readonly templatesVersion: number; readonly targetsVersion: number }
  | {
      readonly outcome: 'replayed';
      readonly file: FileRecord;
      /** If the request made several files: all of them, with `file` as the first one. */
      readonly excerpts: readonly Excerpt[];
      readonly usage: Usage;
    }
  /** An earlier request with the same idempotency key was accepted as this job. */
  | { readonly outcome: 'known'; readonly job: JobRecord }
  | ({ readonly outcome: 'refused' } & Refused)
);

/** With the plan that was applied. */
export type Admission = Decision & { readonly plan: PlanId };
