import { limitedUntil, LOST_TIME_MIN_MS, LOST_TIME_WINDOW_MS, MAX_LOST_PRINTS } from './lost-time-limit.ts';
import type { Refused } from '../protocol.ts';
import { allRows } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

/** Previews have a table of their own: what a person tries in the editor limits no print of the API. */
type Table = 'lost_time' | 'lost_preview_time';

const create = (table: Table) => `
  CREATE TABLE IF NOT EXISTS ${table} (
    file_id TEXT PRIMARY KEY,
    ended_at INTEGER NOT NULL,
    page_ms INTEGER NOT NULL
  );
`;

export const LOST_TIME_TABLES: Tables = { create: create('lost_time') + create('lost_preview_time') };

/** The time that prints of the workspace used pages or were composed in a container, and made no PDF (decision 29). */
export class LostTime {
  readonly #sql: SqlStorage;
  readonly #table: Table;
  /** Known to have no prints that count. */
  #isEmpty = false;

  constructor(sql: SqlStorage, table: Table) {
    this.#sql = sql;
    this.#table = table;
  }

  /** Can be repeated: each print counts once. @param fileId of the file, or of the preview */
  add(fileId: string, pageMs: number, now: number): void {
    if (pageMs < LOST_TIME_MIN_MS) return;
    const table = this.#table;
    this.#isEmpty = false;
    this.#sql.exec(
      `INSERT OR IGNORE INTO ${table} (file_id, ended_at, page_ms) VALUES (?, ?, ?)`,
      fileId,
      now,
      Math.round(pageMs),
    );
    this.#sql.exec(
      `DELETE FROM ${table} WHERE ended_at <= ? OR file_id NOT IN
         (SELECT file_id FROM ${table} ORDER BY ended_at DESC LIMIT ?)`,
      now - LOST_TIME_WINDOW_MS,
      MAX_LOST_PRINTS,
    );
  }

  /**
   * A workspace that lost much page time prints one at a time for a while (contract 4.7).
   *
   * @param findRunningUntil when the last of the running prints ends at the latest; null if none runs
   */
  refuse(now: number, findRunningUntil: () => number | null): Refused | null {
    const until = this.#limitedUntil(now);
    const runningUntil = until === null ? null : findRunningUntil();
    if (until === null || runningUntil === null) return null;
    const retryAfterSeconds = Math.max(1, Math.ceil((Math.min(until, runningUntil) - now) / 1000));
    return { refusal: 'PRINTS_LIMITED', retryAfterSeconds, until };
  }

  #limitedUntil(now: number): number | null {
    if (this.#isEmpty) return null;
    const rows = allRows(
      this.#sql,
      `SELECT ended_at, page_ms FROM ${this.#table} WHERE ended_at > ? ORDER BY ended_at DESC`,
      now - LOST_TIME_WINDOW_MS,
    );
    this.#isEmpty = rows.length === 0;
    return limitedUntil(rows.map((row) => ({ endedAt: Number(row.ended_at), pageMs: Number(row.page_ms) })));
  }
}
