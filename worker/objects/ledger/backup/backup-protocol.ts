import type { CopiedRow } from '../../../../schema/api/ledger-copy.ts';

/** Messages about the copy of a ledger. Times are epoch milliseconds. */

/** The position at which the next page of a copy starts. */
export interface CopyPosition {
  readonly copiedAt: number;
  /** Index of the table. */
  readonly table: number;
  /** The last row of the page before. It is null at the start of a table. */
  readonly row: string | number | null;
  /** The last row of each table when the first page was read. It is null for a table that was empty. */
  readonly ends: readonly (string | number | null)[];
}

export interface LedgerPage {
  readonly copiedAt: number;
  readonly rows: readonly CopiedRow[];
  readonly next: CopyPosition | null;
}
