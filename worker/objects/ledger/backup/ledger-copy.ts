import { COPIED_TABLES, type CopiedTable, MAX_COPIED_ROWS } from '../../../../schema/api/ledger-copy.ts';
import type { CopyPosition, LedgerPage } from './backup-protocol.ts';
import { allRows, firstRow, type SqlRow } from '../../storage/sql-row.ts';

/** The order of the rows, for tables that have no row ids. They have few rows. */
const POSITIONS: Partial<Readonly<Record<CopiedTable, string>>> = {
  request_counts: `day || ' ' || error_code`,
  processing_times: `day || ' ' || bucket`,
  metric_totals: 'series',
};

/** Other rows of a group are reservations, which are not copied. */
const conditionIn = (table: CopiedTable): string => (table === 'file_groups' ? 'pages IS NOT NULL AND' : '');

const positionIn = (table: CopiedTable): string => POSITIONS[table] ?? 'rowid';

/** Reads a ledger page by page, while requests go on. */
export class LedgerCopy {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * The first page has the balance, and where each table ends at this moment. Rows that are added later are not in the copy.
   * A counter that rises meanwhile can be newer than the balance.
   *
   * @param from null for the first page
   */
  readPage(from: CopyPosition | null, now: number): LedgerPage {
    const { table: first, row: last, ...copy } = from ?? this.#start(now);
    const { copiedAt, ends } = copy;
    const rows: LedgerPage['rows'][number][] = [];
    let row = last;
    for (const [index, table] of COPIED_TABLES.entries()) {
      if (index < first) continue;
      for (const { copy_place: place = null, ...values } of this.#readRows(table, {
        after: row,
        end: ends[index] ?? null,
        limit: MAX_COPIED_ROWS - rows.length,
      })) {
        rows.push({ table, values });
        row = place;
      }
      if (rows.length === MAX_COPIED_ROWS) return { copiedAt, rows, next: { ...copy, table: index, row } };
      row = null;
    }
    return { copiedAt, rows, next: null };
  }

  #start(now: number): CopyPosition {
    const ends = COPIED_TABLES.map((table) => {
      const row = firstRow(this.#sql, `SELECT MAX(${positionIn(table)}) AS last FROM ${table}`);
      return row?.last ?? null;
    });
    return { copiedAt: now, table: 0, row: null, ends };
  }

  #readRows(
    table: CopiedTable,
    { after, end, limit }: { after: SqlRow[string]; end: SqlRow[string]; limit: number },
  ): SqlRow[] {
    if (end === null) return [];
    const position = positionIn(table);
    return allRows(
      this.#sql,
      `SELECT *, ${position} AS copy_place FROM ${table}
       WHERE ${conditionIn(table)} ${after === null ? '' : `${position} > ? AND`} ${position} <= ? ORDER BY ${position} LIMIT ?`,
      ...(after === null ? [] : [after]),
      end,
      limit,
    );
  }
}
