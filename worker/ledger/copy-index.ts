import { COPY_STATES, type CopyState, EXTERNAL_PROVIDERS } from '../../schema/providers.ts';
import type { CopyRecord, CopyReport } from './protocol.ts';
import { allRows, firstRow, type SqlRow } from './sql-row.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS copies (
    file_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    provider TEXT NOT NULL,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    last_error TEXT,
    url TEXT,
    url_expires_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    due_at INTEGER,
    PRIMARY KEY (file_id, target_id)
  );
  CREATE INDEX IF NOT EXISTS copies_by_due ON copies (due_at) WHERE due_at IS NOT NULL;
`;

/** The request that made the file copies it, and reports within this time. After that the queue makes the copy. */
const FIRST_REPORT_MS = 60_000;

/** A copy that fails is retried for this long (contract 8.2). */
const RETRIED_FOR_MS = 24 * 60 * 60 * 1_000;

/** The wait before a retry doubles from the first to the second of these. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60 * 1_000;

/** The shortest wait after an error that a person must fix, such as a missing bucket. */
const PERMANENT_ERROR_WAIT_MS = 10 * 60 * 1_000;

/** A copy is queued again if nothing was reported within this time. */
const LEASE_MS = 20 * 60 * 1_000;

export interface DueCopy {
  readonly fileId: string;
  readonly targetId: string;
}

/**
 * The copies of the workspace's files in external storage, in the order of the targets. A copy that is not stored
 * always has a time at which the alarm queues it, so a crash loses no copy.
 */
export class CopyIndex {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLES);
  }

  /** Adds copies that are about to be made. */
  add(fileId: string, copies: readonly CopyRecord[], now: number): void {
    for (const [position, copy] of copies.entries()) {
      this.#sql.exec(
        `INSERT INTO copies (file_id, target_id, position, provider, name, key, state, attempts,
           created_at, updated_at, due_at)
         VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, ?, ?, ?)`,
        fileId,
        copy.targetId,
        position,
        copy.provider,
        copy.name,
        copy.key,
        now,
        now,
        now + FIRST_REPORT_MS,
      );
    }
  }

  ofFile(fileId: string): CopyRecord[] {
    const statement = 'SELECT * FROM copies WHERE file_id = ? ORDER BY position';
    return allRows(this.#sql, statement, fileId).map(toCopyRecord);
  }

  /** Until when the request that made the file may still report its copies; null if all are reported. */
  pendingUntil(fileId: string, now: number): number | null {
    const row = firstRow(
      this.#sql,
      `SELECT MAX(due_at) AS until FROM copies WHERE file_id = ? AND state = 'pending' AND due_at > ?`,
      fileId,
      now,
    );
    return row === null || row.until === null ? null : Number(row.until);
  }

  /** Records how an attempt ended. A late report does not change a stored copy. */
  report(fileId: string, report: CopyReport, now: number): void {
    const row = firstRow(
      this.#sql,
      `SELECT attempts, created_at FROM copies WHERE file_id = ? AND target_id = ? AND state <> 'stored'`,
      fileId,
      report.targetId,
    );
    if (row === null) return;
    const attempts = Number(row.attempts) + report.attempts;
    if (report.outcome === 'stored') {
      this.#settle(fileId, report.targetId, attempts, now, { ...report, state: 'stored' });
      return;
    }
    const dueAt =
      report.outcome === 'hopeless' ? null : nextAttempt(attempts, report, Number(row.created_at), now);
    const state = dueAt === null ? 'abandoned' : 'failed';
    this.#settle(fileId, report.targetId, attempts, now, { state, dueAt, error: report.error });
  }

  #settle(
    fileId: string,
    targetId: string,
    attempts: number,
    now: number,
    { state, dueAt = null, error = null, url = null, urlExpiresAt = null }: Settled,
  ): void {
    this.#sql.exec(
      `UPDATE copies SET state = ?, attempts = ?, last_error = ?, url = ?, url_expires_at = ?,
         updated_at = ?, due_at = ?
       WHERE file_id = ? AND target_id = ?`,
      state,
      attempts,
      error,
      url,
      urlExpiresAt,
      now,
      dueAt,
      fileId,
      targetId,
    );
  }

  /** Copies that are due, the earliest first. */
  due(now: number, limit: number): DueCopy[] {
    const statement = 'SELECT file_id, target_id FROM copies WHERE due_at <= ? ORDER BY due_at LIMIT ?';
    return allRows(this.#sql, statement, now, limit).map((row) => ({
      fileId: String(row.file_id),
      targetId: String(row.target_id),
    }));
  }

  /** Records that the copy is queued. */
  lease({ fileId, targetId }: DueCopy, now: number): void {
    this.#sql.exec(
      'UPDATE copies SET due_at = ? WHERE file_id = ? AND target_id = ?',
      now + LEASE_MS,
      fileId,
      targetId,
    );
  }

  /** Removes the records. The copies themselves belong to the customer and stay. */
  remove(fileId: string): void {
    this.#sql.exec('DELETE FROM copies WHERE file_id = ?', fileId);
  }

  /** When the alarm is needed next, or null. */
  nextDue(): number | null {
    const row = firstRow(this.#sql, 'SELECT MIN(due_at) AS due FROM copies WHERE due_at IS NOT NULL');
    return row === null || row.due === null ? null : Number(row.due);
  }
}

interface Settled {
  readonly state: CopyState;
  readonly dueAt?: number | null;
  readonly error?: string | null;
  readonly url?: string | null;
  readonly urlExpiresAt?: number | null;
}

/** Null if the next attempt would be after the last day of retries. */
function nextAttempt(
  attempts: number,
  { retryable }: { retryable: boolean },
  createdAt: number,
  now: number,
) {
  const doubled = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 3), LONGEST_WAIT_MS);
  const dueAt = now + (retryable ? doubled : Math.max(doubled, PERMANENT_ERROR_WAIT_MS));
  return dueAt > createdAt + RETRIED_FOR_MS ? null : dueAt;
}

const toCopyRecord = (row: SqlRow): CopyRecord => ({
  targetId: String(row.target_id),
  provider: EXTERNAL_PROVIDERS.find((provider) => provider === row.provider) ?? 's3',
  name: String(row.name),
  key: String(row.key),
  state: COPY_STATES.find((state) => state === row.state) ?? 'pending',
  attempts: Number(row.attempts),
  lastError: row.last_error === null ? null : String(row.last_error),
  url: row.url === null ? null : String(row.url),
  urlExpiresAt: row.url_expires_at === null ? null : Number(row.url_expires_at),
  updatedAt: Number(row.updated_at),
});
