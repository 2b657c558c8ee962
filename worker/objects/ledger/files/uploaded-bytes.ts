import type { FileRecord } from '../protocol.ts';
import { firstRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const UPLOAD_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS uploaded_bytes (
      id INTEGER PRIMARY KEY CHECK (id = 0),
      bytes INTEGER NOT NULL
    );
  `,
};

/** The bytes of all uploaded files together. An upload costs nothing, so the sum has a limit. */
export class UploadedBytes {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get bytes(): number {
    return Number(firstRow(this.#sql, 'SELECT bytes FROM uploaded_bytes')?.bytes ?? 0);
  }

  add({ method, sizeBytes }: FileRecord): void {
    if (method === 'upload') this.#change(sizeBytes);
  }

  /** Call it while the index still has the files. */
  remove(fileIds: readonly string[]): void {
    const row = firstRow(
      this.#sql,
      `SELECT SUM(size_bytes) AS bytes FROM files
       WHERE method = 'upload' AND file_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(fileIds),
    );
    const bytes = Number(row?.bytes ?? 0);
    if (bytes > 0) this.#change(-bytes);
  }

  #change(bytes: number): void {
    this.#sql.exec(
      `INSERT INTO uploaded_bytes (id, bytes) VALUES (0, ?1)
       ON CONFLICT (id) DO UPDATE SET bytes = bytes + ?1`,
      bytes,
    );
  }
}
