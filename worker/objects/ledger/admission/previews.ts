import { LostTime } from './lost-time.ts';
import type { PreviewStart, Refused } from '../protocol.ts';
import { firstRow, optionalNumber } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const PREVIEW_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS previews (
      preview_id TEXT PRIMARY KEY,
      ends_at INTEGER NOT NULL
    );
  `,
};

/** The previews that are being printed. They cost no credit, so lost page time is all that limits them (contract 4.7). */
export class Previews {
  readonly #sql: SqlStorage;
  readonly #lostTime: LostTime;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#lostTime = new LostTime(sql, 'lost_preview_time');
  }

  /** Can be repeated. An isolate that ends does not end its previews, so each also ends at its deadline. */
  begin({ previewId, deadline }: PreviewStart, now: number): Refused | null {
    this.#sql.exec('DELETE FROM previews WHERE ends_at <= ? OR preview_id = ?', now, previewId);
    const refused = this.#lostTime.refuse(now, () => this.#runningUntil());
    if (refused !== null) return refused;
    this.#sql.exec('INSERT INTO previews (preview_id, ends_at) VALUES (?, ?)', previewId, deadline);
    return null;
  }

  /** @param lostMs how long it used a page, if it made no PDF */
  end(previewId: string, lostMs: number, now: number): void {
    this.#lostTime.add(previewId, lostMs, now);
    this.#sql.exec('DELETE FROM previews WHERE preview_id = ?', previewId);
  }

  #runningUntil(): number | null {
    const row = firstRow(this.#sql, 'SELECT MAX(ends_at) AS ends_at FROM previews');
    return optionalNumber(row?.ends_at);
  }
}
