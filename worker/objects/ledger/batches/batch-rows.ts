import { allRows, firstRow, type SqlRow } from '../../storage/sql-row.ts';
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

/** Which file a row has. So a row that is started again costs nothing (decision 33). */
export class BatchRows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  find(batchId: string, index: number): BatchRowFile | null {
    return toRow(
      firstRow(this.#sql, 'SELECT * FROM batch_rows WHERE batch_id = ? AND row = ?', batchId, index),
    );
  }

  ofFile(fileId: string): BatchRowFile | null {
    return toRow(firstRow(this.#sql, 'SELECT * FROM batch_rows WHERE file_id = ?', fileId));
  }

  countRunning(): number {
    return Number(
      firstRow(
        this.#sql,
        'SELECT COUNT(*) AS n FROM batch_rows INDEXED BY batch_rows_running WHERE running = 1',
      )?.n ?? 0,
    );
  }

  save({ batchId, index, fileId, attempt, isRunning }: BatchRowFile): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO batch_rows (batch_id, row, file_id, attempt, running) VALUES (?, ?, ?, ?, ?)`,
      batchId,
      index,
      fileId,
      attempt,
      isRunning ? 1 : 0,
    );
  }

  /** The attempt ended without a file. */
  remove(fileId: string): void {
    this.#sql.exec('DELETE FROM batch_rows WHERE file_id = ?', fileId);
  }

  removeBatch(batchId: string): void {
    this.#sql.exec('DELETE FROM batch_rows WHERE batch_id = ?', batchId);
  }

  running(batchId: string): BatchRowFile[] {
    const statement = 'SELECT * FROM batch_rows WHERE batch_id = ? AND running = 1';
    return allRows(this.#sql, statement, batchId).flatMap((row) => toRow(row) ?? []);
  }
}

const toRow = (row: SqlRow | null): BatchRowFile | null =>
  row && {
    batchId: String(row.batch_id),
    index: Number(row.row),
    fileId: String(row.file_id),
    attempt: Number(row.attempt),
    isRunning: row.running === 1,
  };
