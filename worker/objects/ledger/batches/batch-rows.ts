import { RowTable } from '../../storage/row-table.ts';
import type { SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const BATCH_ROW_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS batch_rows (
      batch_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      file_id TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      running INTEGER NOT NULL,
      PRIMARY KEY (batch_id, row)
    ) WITHOUT ROWID;
    CREATE UNIQUE INDEX IF NOT EXISTS batch_rows_by_file ON batch_rows (file_id);
    CREATE INDEX IF NOT EXISTS batch_rows_running ON batch_rows (batch_id) WHERE running = 1;
  `,
};

/** An attempt that runs, or the file of a row that succeeded. */
export interface BatchRowFile {
  readonly batchId: string;
  readonly index: number;
  readonly fileId: string;
  readonly attempt: number;
  readonly isRunning: boolean;
}

/** The file of each row, so that a row that is started again costs nothing (decision 33). */
export class BatchRows {
  readonly #sql: SqlStorage;
  readonly #table: RowTable<BatchRowFile>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#table = new RowTable(sql, { name: 'batch_rows', key: 'batch_id, row', read: toRow });
  }

  find(batchId: string, index: number): BatchRowFile | null {
    return this.#table.one('WHERE batch_id = ? AND row = ?', batchId, index);
  }

  ofFile(fileId: string): BatchRowFile | null {
    return this.#table.one('WHERE file_id = ?', fileId);
  }

  countRunning(): number {
    return this.#table.count('INDEXED BY batch_rows_running WHERE running = 1');
  }

  save({ batchId, index, fileId, attempt, isRunning }: BatchRowFile): void {
    this.#table.save({
      batch_id: batchId,
      row: index,
      file_id: fileId,
      attempt,
      running: isRunning ? 1 : 0,
    });
  }

  /** The attempt ended without a file. */
  remove(fileId: string): void {
    this.#sql.exec('DELETE FROM batch_rows WHERE file_id = ?', fileId);
  }

  removeBatch(batchId: string): void {
    this.#sql.exec('DELETE FROM batch_rows WHERE batch_id = ?', batchId);
  }

  running(batchId: string): BatchRowFile[] {
    return this.#table.many('WHERE batch_id = ? AND running = 1', batchId);
  }
}

const toRow = (row: SqlRow): BatchRowFile => ({
  batchId: String(row.batch_id),
  index: Number(row.row),
  fileId: String(row.file_id),
  attempt: Number(row.attempt),
  isRunning: row.running === 1,
});
