import type { Environment } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';
import type { CopyState, ExternalProvider } from '../../schema/providers.ts';
import type { AnsweredCode } from '../api-error.ts';

/** What crosses the wire between the worker and a workspace's ledger. Times are epoch milliseconds. */

export interface AdmissionRequest {
  readonly keyId: string;
  readonly plan: PlanId;
  /** Absent where a request is only to be counted: one already refused, or one that makes no file. */
  readonly reservation?: ReservationRequest;
  /** The error of a request already refused: counted, unless the ledger's own reason outranks it. */
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

/** What isolates remember of a workspace for as long as admissions tell the same version of it. */
export type Versioned = 'templates' | 'targets';

/** Why the ledger says no, in the order of decision 8. */
export type Refusal =
  | 'API_KEY_REVOKED'
  | 'WORKSPACE_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'NO_CREDITS_AVAILABLE'
  | 'REQUEST_TIMEOUT';

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window ends. */
  readonly resetAt: number;
}

export type Admission = { readonly rate: RateState } & (
  | { readonly outcome: 'counted' }
  | { readonly outcome: 'reserved'; readonly templatesVersion: number; readonly targetsVersion: number }
  | { readonly outcome: 'replayed'; readonly file: FileRecord; readonly usage: Usage }
  | { readonly outcome: 'refused'; readonly refusal: Refusal; readonly retryAfterSeconds?: number }
);

/** The specification's usage object, section 2.3. */
export interface Usage {
  readonly remaining: number;
  readonly quotaUsed: number;
  readonly quotaLimit: number;
}

/** A kept file, as the ledger's index holds it. */
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
  /** In external storage, in the order of the workspace's targets. Empty where it has none. */
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
  /** What the store said last, where it refused. */
  readonly lastError: string | null;
  /** The presigned address that was made when the copy was stored. */
  readonly url: string | null;
  readonly urlExpiresAt: number | null;
  readonly updatedAt: number;
}

/** How copying to one target went. `hopeless`: no later attempt can succeed. */
export type CopyReport = { readonly targetId: string; readonly attempts: number } & (
  | { readonly outcome: 'stored'; readonly url: string; readonly urlExpiresAt: number }
  | { readonly outcome: 'failed'; readonly error: string; readonly retryable: boolean }
  | { readonly outcome: 'hopeless'; readonly error: string }
);

/** What the queue carries: ids only. */
export interface CopyTask {
  readonly workspaceId: string;
  readonly fileId: string;
  readonly targetId: string;
}

/** `reclaimed`: the reservation had lapsed, so nothing was charged and the file must not stay. */
export type Settlement =
  | { readonly outcome: 'committed'; readonly usage: Usage }
  | { readonly outcome: 'reclaimed' };

export interface Account extends Usage {
  readonly credits: number;
}

/** Which files a page lists, newest first. Times are epoch milliseconds; `to` is excluded. */
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

/** What a day's requests came to. Only files have a time; null on a day without one. */
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
  /** How often each code was answered over all days. */
  readonly errors: readonly { readonly code: string; readonly count: number }[];
  /** Over the files of all days. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}
