import { firstRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const SIZE_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS stored_size (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      counted_at INTEGER NOT NULL,
      files INTEGER NOT NULL,
      bytes INTEGER NOT NULL
    );
  `,
};

/** A count reads all rows of the index of files: this often, it reads at most 24 million rows in a day. */
const MS_PER_FILE = 3.6;

export interface StoredSizeOf {
  readonly files: number;
  readonly bytes: number;
}

/** The number and the size of the files that are kept. A million files are counted once in an hour. */
export class StoredSize {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  read(now: number): StoredSizeOf {
    const last = firstRow(this.#sql, 'SELECT counted_at, files, bytes FROM stored_size');
    if (last !== null && now < Number(last.counted_at) + Number(last.files) * MS_PER_FILE) {
      return { files: Number(last.files), bytes: Number(last.bytes) };
    }
    const row = firstRow(this.#sql, 'SELECT COUNT(*) AS files, TOTAL(size_bytes) AS bytes FROM files');
    const size = { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
    const isSame = last?.files === size.files && last.bytes === size.bytes && size.files < 1_000;
    if (!isSame) {
      this.#sql.exec(
        'INSERT OR REPLACE INTO stored_size (id, counted_at, files, bytes) VALUES (1, ?, ?, ?)',
        now,
        size.files,
        size.bytes,
      );
    }
    return size;
  }
}
