import type { Environment } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';
import type { CopyState, ExternalProvider } from '../../schema/providers.ts';
import type { AnsweredCode } from '../api-error.ts';
import type { RateState } from '../rate-limit/rate-window.ts';

/** The messages between the Worker and a workspace's ledger. Times are epoch milliseconds. */

export interface AdmissionRequest {
  readonly keyId: string;
  readonly plan: PlanId;
  /** Absent if the request is only counted, because it was refused or makes no file. */
  readonly reservation?: ReservationRequest;
  /** The error of a refused request. It is counted, unless the ledger's own reason outranks it. */
  readonly errorCode?: AnsweredCode;
}

export interface ReservationRequest {
  readonly fileId: string;
  readonly environment: Environment;
  /** When the plan's timeout stops the request; also how long a duplicate waits for the first. */
  readonly deadline: number;
  readonly idempotency?: IdempotencyClaim;
}

export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the canonical JSON of the body: the same JSON value gives the same hash. */
  readonly bodyHash: string;
}

/** What isolates cache until an admission returns another version. */
export type Versioned = 'templates' | 'targets';

/** Why the ledger refuses a request (contract 3.4). */
export type Refusal =
  | 'API_KEY_REVOKED'
  | 'WORKSPACE_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'NO_CREDITS_AVAILABLE'
  | 'REQUEST_TIMEOUT';

export type Admission = { readonly rate: RateState } & (
  | { readonly outcome: 'counted' }
  | { readonly outcome: 'reserved'; readonly templatesVersion: number; readonly targetsVersion: number }
  | { readonly outcome: 'replayed'; readonly file: FileRecord; readonly usage: Usage }
  | { readonly outcome: 'refused'; readonly refusal: Refusal; readonly retryAfterSeconds?: number }
);

/** Source: contract 2.3. */
export interface Usage {
  readonly remaining: number;
  readonly quotaUsed: number;
  readonly quotaLimit: number;
}

export interface FileRecord {
  readonly fileId: string;
  readonly keyId: string;
  readonly environment: Environment;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly processingTimeMs: number;
  readonly template: { readonly id: string; readonly name: string } | null;
  /** The secret part of the permanent address. */
  readonly linkToken: string;
  readonly createdAt: number;
  /** When retention ends. */
  readonly expiresAt: number;
  /** In the order of the workspace's targets. */
  readonly copies: readonly CopyRecord[];
}

/** A copy of a file in a customer's own storage. */
export interface CopyRecord {
  readonly targetId: string;
  readonly provider: ExternalProvider;
  /** The label of the target. */
  readonly name: string;
  readonly key: string;
  readonly state: CopyState;
  readonly attempts: number;
  /** The last error of the store. */
  readonly lastError: string | null;
  /** The presigned URL that was created when the copy was stored. */
  readonly url: string | null;
  readonly urlExpiresAt: number | null;
  readonly updatedAt: number;
}

/** The result of copying to one target. `hopeless`: no later attempt can succeed. */
export type CopyReport = { readonly targetId: string; readonly attempts: number } & (
  | { readonly outcome: 'stored'; readonly url: string; readonly urlExpiresAt: number }
  | { readonly outcome: 'failed'; readonly error: string; readonly retryable: boolean }
  | { readonly outcome: 'hopeless'; readonly error: string }
);

/** A message in the queue: ids only. */
export interface CopyTask {
  readonly workspaceId: string;
  readonly fileId: string;
  readonly targetId: string;
}

/** `reclaimed`: the reservation was released before, so nothing was charged and the file must be deleted. */
export type Settlement =
  | { readonly outcome: 'committed'; readonly usage: Usage }
  | { readonly outcome: 'reclaimed' };

export interface Account extends Usage {
  readonly credits: number;
}

/** A page of files, newest first. `to` is exclusive. */
export interface FileFilter {
  readonly limit: number;
  readonly from?: number;
  readonly to?: number;
  readonly templateId?: string;
  /** The last file of the page before. */
  readonly after?: { readonly createdAt: number; readonly fileId: string };
}

export interface FilePage {
  readonly files: readonly FileRecord[];
  readonly more: boolean;
}

/** Files made on one day (UTC) with one key from one template, or from HTML. */
export interface UsageCount {
  /** `2026-11-20`. */
  readonly day: string;
  readonly keyId: string;
  readonly templateId: string | null;
  readonly environment: Environment;
  readonly generated: number;
}

/** The requests of a day. The durations are those of its files; null if there are none. */
export interface DayOfRequests {
  readonly day: string;
  readonly requests: number;
  readonly errors: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

export interface RequestStatistics {
  /** Oldest first; days without a request are left out. */
  readonly days: readonly DayOfRequests[];
  readonly errors: readonly { readonly code: string; readonly count: number }[];
  /** Of the files of all days. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}
