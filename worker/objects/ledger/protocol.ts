import type { MediaType } from '../../../schema/media-types.ts';
import type { EInvoiceProfile } from '../../../schema/api/e-invoice.ts';
import type { FileMethod } from '../../../schema/api/sources.ts';
import type { Environment } from '../../../schema/permissions.ts';
import type { PlanId } from '../../../schema/plans.ts';
import type { CopyState, ExternalProvider } from '../../../schema/providers.ts';
import type { AnsweredCode } from '../../lib/api-error.ts';

/** Messages between the Worker and a workspace's ledger. Times are epoch milliseconds. */

/** A file that a split made from some pages of another. */
export interface Excerpt {
  readonly file: FileRecord;
  /** In the file that was split: `4-6`. */
  readonly pages: string;
}

export interface IdempotencyClaim {
  readonly key: string;
  /** Keyed hash of the body's canonical JSON: equal JSON values have equal hashes. */
  readonly bodyHash: string;
  /** With the signing secrets that are not in use. An earlier request with the same body may have one of them. */
  readonly otherHashes?: readonly string[];
}

export const isSameBody = (
  known: string,
  { bodyHash, otherHashes = [] }: Omit<IdempotencyClaim, 'key'>,
): boolean => known === bodyHash || otherHashes.includes(known);

/** Contract 3.4. */
export type Refusal =
  | 'API_KEY_REVOKED'
  | 'WORKSPACE_NOT_FOUND'
  | 'RATE_LIMIT_EXCEEDED'
  | 'IDEMPOTENCY_CONFLICT'
  | 'NO_CREDITS_AVAILABLE'
  | 'UPLOAD_LIMIT_REACHED'
  | 'JOB_LIMIT_REACHED'
  | 'BATCH_LIMIT_REACHED'
  | 'PRINTS_LIMITED'
  | 'REQUEST_TIMEOUT';

export interface Refused {
  readonly refusal: Refusal;
  readonly retryAfterSeconds?: number;
  /** The time at which the limit of `PRINTS_LIMITED` ends. */
  readonly until?: number;
}

/** Contract 2.3. */
export interface Usage {
  readonly remaining: number;
  readonly quotaUsed: number;
  readonly quotaLimit: number;
}

export interface FileRecord {
  readonly fileId: string;
  /** Or the id of a person who uses the dashboard. */
  readonly keyId: string;
  readonly environment: Environment;
  readonly filename: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
  /** In pixels. It is null if the file has none. */
  readonly thumbnail: { readonly width: number; readonly height: number } | null;
  /** The XML beside the file. It is null if the file is no electronic invoice. */
  readonly eInvoice: {
    readonly profile: EInvoiceProfile;
    readonly sizeBytes: number;
    /** The number of values that the pages do not show. It is null for a file from before they were compared. */
    readonly differences: number | null;
  } | null;
  readonly processingTimeMs: number;
  readonly template: { readonly id: string; readonly name: string } | null;
  readonly method: FileMethod;
  /** The request's, as JSON. It is null without one. */
  readonly meta: string | null;
  /** The secret part of the permanent address. */
  readonly linkToken: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** In the order of the workspace's targets. */
  readonly copies: readonly CopyRecord[];
}

/** A copy of a file in a customer's own storage. */
export interface CopyRecord {
  readonly targetId: string;
  readonly provider: ExternalProvider;
  /** The target's name. */
  readonly name: string;
  readonly key: string;
  readonly state: CopyState;
  readonly attempts: number;
  readonly lastError: string | null;
  /** Signed when the copy was stored. */
  readonly url: string | null;
  readonly urlExpiresAt: number | null;
  readonly updatedAt: number;
}

/** `hopeless`: no later attempt can succeed. */
export type CopyReport = { readonly targetId: string; readonly attempts: number } & (
  | { readonly outcome: 'stored'; readonly url: string; readonly urlExpiresAt: number }
  | { readonly outcome: 'failed'; readonly error: string; readonly retryable: boolean }
  | { readonly outcome: 'hopeless'; readonly error: string }
);

export interface CopyTask {
  readonly workspaceId: string;
  readonly fileId: string;
  readonly targetId: string;
}

/**
 * `reclaimed`: the reservation was released. `closed`: the workspace was deleted. In both cases nothing was
 * charged and the file must be deleted.
 */
export type Settlement =
  | { readonly outcome: 'committed'; readonly usage: Usage }
  | { readonly outcome: 'reclaimed' | 'closed' };

/** The reason why a reservation ends without a file. */
export interface ReleaseReason {
  /** It is null if the client hung up. */
  readonly errorCode: AnsweredCode | null;
  /** The time that the print has used pages. */
  readonly pageMs: number;
  /** For a job, which keeps its error. */
  readonly problem?: { readonly message: string; readonly details: readonly string[] };
}

export interface PreviewStart {
  readonly previewId: string;
  /** The time at which the print is stopped at the latest. */
  readonly deadline: number;
}

/** `committed`: the file was recorded before, and its object must stay. `closed`: released, and the workspace was deleted. */
export type Release = 'released' | 'committed' | 'closed';

export interface Account extends Usage {
  readonly credits: number;
}

/** The operator sets these values. Those that are left out stay. */
export interface AccountChange {
  readonly plan?: PlanId;
  readonly quotaUsed?: number;
  readonly credits?: number;
}

/** `to` is exclusive. */
export interface FileFilter {
  readonly limit: number;
  readonly from?: number;
  readonly to?: number;
  readonly templateId?: string;
  readonly environment?: Environment;
  /** The last file of the previous page. */
  readonly after?: { readonly createdAt: number; readonly fileId: string };
}

export interface FilePage {
  readonly files: readonly FileRecord[];
  readonly more: boolean;
}

/** Files made on one day (UTC) with one key, from one template or from HTML. */
export interface UsageCount {
  readonly day: string;
  readonly keyId: string;
  readonly templateId: string | null;
  readonly environment: Environment;
  readonly generated: number;
}

/** The durations are those of the day's files; null if there are none. */
export interface DayOfRequests {
  readonly day: string;
  readonly requests: number;
  readonly errors: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

export interface RequestStatistics {
  /** Oldest first, without days that had no request. */
  readonly days: readonly DayOfRequests[];
  readonly errors: readonly { readonly code: string; readonly count: number }[];
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}
