import type { BatchState } from '../../../../schema/batches.ts';
import type { Environment } from '../../../../schema/permissions.ts';
import type { PlanId } from '../../../../schema/plans.ts';
import type { BatchRecord } from '../../batch/protocol.ts';
import type { Refused } from '../protocol.ts';

/** Messages about batches, as a whole, to a workspace's ledger. Times are epoch milliseconds. */

/** The desk reports this to the ledger. */
export interface BatchReport {
  readonly record: BatchRecord;
  /** Rises with every change. */
  readonly revision: number;
  /** Counts the pauses and, in `ends`, the ends that nobody asked for. Each is one event. */
  readonly pauses: number;
  readonly ends: number;
}

export interface BatchOpening {
  readonly batchId: string;
  readonly keyId: string;
  readonly environment: Environment;
  readonly plan: PlanId;
  readonly createdAt: number;
  /** The time at which the request ends at the latest. */
  readonly deadline: number;
  readonly idempotencyKey: string | null;
}

/** `known`: an earlier batch has the idempotency key. */
export type BatchOpened =
  | { readonly outcome: 'opened' }
  | { readonly outcome: 'known'; readonly batchId: string; readonly bodyHash: string }
  | { readonly outcome: 'refused'; readonly refused: Refused };

/** `late`: the body came too late. `closed`: the workspace was deleted. */
export type BatchAccepted =
  | { readonly outcome: 'accepted' | 'late' | 'closed' }
  | { readonly outcome: 'known'; readonly batchId: string; readonly bodyHash: string };

export interface BatchFilter {
  readonly limit: number;
  readonly state?: BatchState | undefined;
  /** The last batch of the previous page. */
  readonly after?: { readonly createdAt: number; readonly batchId: string } | undefined;
}

export interface BatchPage {
  readonly batches: readonly BatchRecord[];
  readonly more: boolean;
}
