import { allRows } from './sql-row.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS lost_time (
    file_id TEXT PRIMARY KEY,
    ended_at INTEGER NOT NULL,
    page_ms INTEGER NOT NULL
  );
`;

/** Older prints are forgotten. */
const LOST_TIME_WINDOW_MS = 300_000;

/** A workspace that has lost this much is limited, if it took this many prints. */
const LOST_TIME_LIMIT_MS = 30_000;
const LOST_TIME_PRINTS = 3;

/** A print that fails sooner costs other workspaces little. */
const LOST_TIME_MIN_MS = 1_000;

/** The newest prints are enough for a limit. */
const MAX_PRINTS = LOST_TIME_LIMIT_MS / LOST_TIME_MIN_MS;

/** The time that prints of the workspace used pages and made no PDF (design note 29). */
export class LostTime {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLES);
  }

  /** Can be repeated: each print counts once. */
  add(fileId: string, pageMs: number, now: number): void {
    if (pageMs < LOST_TIME_MIN_MS) return;
    this.#sql.exec(
      'INSERT OR IGNORE INTO lost_time (file_id, ended_at, page_ms) VALUES (?, ?, ?)',
      fileId,
      now,
      Math.round(pageMs),
    );
    this.#sql.exec(
      `DELETE FROM lost_time WHERE ended_at <= ? OR file_id NOT IN
         (SELECT file_id FROM lost_time ORDER BY ended_at DESC LIMIT ?)`,
      now - LOST_TIME_WINDOW_MS,
      MAX_PRINTS,
    );
  }

  /** When enough of these prints are forgotten, if no more are added. Null if the workspace is not limited. */
  limitedUntil(now: number): number | null {
    const rows = allRows(
      this.#sql,
      'SELECT ended_at, page_ms FROM lost_time WHERE ended_at > ? ORDER BY ended_at DESC',
      now - LOST_TIME_WINDOW_MS,
    );
    let lostMs = 0;
    for (const [index, row] of rows.entries()) {
      lostMs += Number(row.page_ms);
      const isLimit = lostMs >= LOST_TIME_LIMIT_MS && index + 1 >= LOST_TIME_PRINTS;
      if (isLimit) return Number(row.ended_at) + LOST_TIME_WINDOW_MS;
    }
    return null;
  }
}
