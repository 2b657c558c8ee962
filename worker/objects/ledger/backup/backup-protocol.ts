import type { CopiedRow } from '../../../../schema/api/ledger-copy.ts';

/** Messages about the copy of a ledger. Times are epoch milliseconds. */

/** Where the next page of a copy starts. */
export interface CopyPosition {
  readonly copiedAt: number;
  /** Index of the table. */
  readonly table: number;
  /** The last row of the page before. Null at the start of a table. */
  readonly row: string | number | null;
  /** The last row of each table when the first page was read. Null: it was empty. */
  readonly ends: readonly (string | number | null)[];
}

export interface LedgerPage {
  readonly copiedAt: number;
  readonly rows: readonly CopiedRow[];
  readonly next: CopyPosition | null;
}
