import type { FileRecord } from '../protocol.ts';
import { firstRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const UPLOAD_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS uploads (
      file_id TEXT PRIMARY KEY,
      size_bytes INTEGER NOT NULL
    );
    CREATE TABLE IF NOT EXISTS uploaded_bytes (
      id INTEGER PRIMARY KEY CHECK (id = 0),
      bytes INTEGER NOT NULL
    );
  `,
};

/** How many bytes the uploaded files have together. They cost nothing, so they have a limit. */
export class UploadedBytes {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get bytes(): number {
    return Number(firstRow(this.#sql, 'SELECT bytes FROM uploaded_bytes')?.bytes ?? 0);
  }

  add({ fileId, sizeBytes }: FileRecord): void {
    this.#sql.exec('INSERT INTO uploads (file_id, size_bytes) VALUES (?, ?)', fileId, sizeBytes);
    this.#change(sizeBytes);
  }

  remove(fileIds: readonly string[]): void {
    const ids = JSON.stringify(fileIds);
    const where = 'file_id IN (SELECT value FROM json_each(?))';
    const row = firstRow(this.#sql, `SELECT SUM(size_bytes) AS bytes FROM uploads WHERE ${where}`, ids);
    const bytes = Number(row?.bytes ?? 0);
    if (bytes === 0) return;
    this.#sql.exec(`DELETE FROM uploads WHERE ${where}`, ids);
    this.#change(-bytes);
  }

  #change(bytes: number): void {
    this.#sql.exec(
      `INSERT INTO uploaded_bytes (id, bytes) VALUES (0, ?1)
       ON CONFLICT (id) DO UPDATE SET bytes = bytes + ?1`,
      bytes,
    );
  }
}
