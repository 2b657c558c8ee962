import { z } from 'zod';

/**
 * Tables of a ledger that a copy has: what the workspace has, used and made. The balance is first, so that it is read at the
 * moment that the copy is of. Jobs, batches and what is in progress are not in it.
 */
export const COPIED_TABLES = [
  'account',
  'plan',
  'files',
  'file_groups',
  'copies',
  'idempotency',
  'revoked_keys',
  'key_use',
  'usage_counts',
  'request_counts',
  'processing_times',
  'metric_totals',
  'metric_days',
  'credit_level',
  'templates_version',
  'targets_version',
  'webhooks_noted',
] as const;

export type CopiedTable = (typeof COPIED_TABLES)[number];

/** One page of the copy has at most this many rows. */
export const MAX_COPIED_ROWS = 1_000;

export const copiedRow = z.strictObject({
  table: z.enum(COPIED_TABLES),
  /** By column. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

export type CopiedRow = z.infer<typeof copiedRow>;

export const ledgerCopyQuery = z.object({ cursor: z.string().optional() });

export const ledgerPageBody = z.object({
  /** The time at which the first page was read. */
  copiedAt: z.iso.datetime(),
  rows: z.array(copiedRow),
  /** It is null on the last page. */
  nextCursor: z.string().nullable(),
});
