import { allRows, firstRow, optionalNumber, type SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const SHARE_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS shares (
      share_id TEXT PRIMARY KEY,
      template_id TEXT NOT NULL,
      created_by TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    );
  `,
};

export const SHARES_DUE = ['SELECT MIN(expires_at) FROM shares'];

/** A preview that people without an account can see. Times are epoch milliseconds. */
export interface ShareRecord {
  readonly shareId: string;
  readonly templateId: string;
  /** The name of a person. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The shared previews of a workspace. Their PDFs are in R2. */
export class ShareList {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get isEmpty(): boolean {
    return firstRow(this.#sql, 'SELECT 1 FROM shares LIMIT 1') === null;
  }

  countOpen(now: number): number {
    const row = firstRow(this.#sql, 'SELECT COUNT(*) AS n FROM shares WHERE expires_at > ?', now);
    return optionalNumber(row?.n) ?? 0;
  }

  add({ shareId, templateId, createdBy, createdAt, expiresAt }: ShareRecord): void {
    this.#sql.exec(
      'INSERT INTO shares (share_id, template_id, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
      shareId,
      templateId,
      createdBy,
      createdAt,
      expiresAt,
    );
  }

  /** Returns the open shares of a template, newest first. */
  ofTemplate(templateId: string, now: number): ShareRecord[] {
    const statement =
      'SELECT * FROM shares WHERE template_id = ? AND expires_at > ? ORDER BY created_at DESC, share_id';
    return allRows(this.#sql, statement, templateId, now).map(toRecord);
  }

  expired(until: number, limit: number): readonly string[] {
    const statement = 'SELECT share_id FROM shares WHERE expires_at <= ? LIMIT ?';
    const rows = allRows(this.#sql, statement, until, limit);
    return rows.map((row) => String(row.share_id));
  }

  remove(shareIds: readonly string[]): void {
    this.#sql.exec(
      'DELETE FROM shares WHERE share_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(shareIds),
    );
  }
}

const toRecord = (row: SqlRow): ShareRecord => ({
  shareId: String(row.share_id),
  templateId: String(row.template_id),
  createdBy: String(row.created_by),
  createdAt: Number(row.created_at),
  expiresAt: Number(row.expires_at),
});
