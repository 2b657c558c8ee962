import { COPY_STATES, type CopyState, EXTERNAL_PROVIDERS } from '../../../../schema/providers.ts';
import { readStored } from '../../../../schema/stored-value.ts';
import { nextCopyAttempt } from './copy-retry.ts';
import type { CopyRecord, CopyReport } from '../protocol.ts';
import { allRows, firstRow, optionalNumber, optionalText, type SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const COPY_TABLES: Tables = {
  create: `
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
  `,
};

export const COPIES_DUE = ['SELECT MIN(due_at) FROM copies WHERE due_at IS NOT NULL'];

/** The request that makes the file has this long to report its copies. After that, the queue makes them. */
const FIRST_REPORT_MS = 60_000;

/** A copy is queued again if nothing was reported within this time. */
const LEASE_MS = 20 * 60 * 1_000;

export interface DueCopy {
  readonly fileId: string;
  readonly targetId: string;
}

/** A copy that is not stored or abandoned always has a `due_at`, so a crash loses no copy. */
export class CopyIndex {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

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

  /** The latest time at which the request may still report a copy; null if no copy is pending. */
  pendingUntil(fileId: string, now: number): number | null {
    const row = firstRow(
      this.#sql,
      `SELECT MAX(due_at) AS until FROM copies WHERE file_id = ? AND state = 'pending' AND due_at > ?`,
      fileId,
      now,
    );
    return optionalNumber(row?.until);
  }

  /** A late report does not change a stored copy. */
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
    const failed = { attempts, createdAt: Number(row.created_at) };
    const dueAt =
      report.outcome === 'hopeless' ? null : nextCopyAttempt({ ...failed, retryable: report.retryable }, now);
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

  countWaiting(): number {
    const row = firstRow(this.#sql, 'SELECT COUNT(*) AS n FROM copies WHERE due_at IS NOT NULL');
    return Number(row?.n ?? 0);
  }

  due(now: number, limit: number): DueCopy[] {
    const statement = 'SELECT file_id, target_id FROM copies WHERE due_at <= ? ORDER BY due_at LIMIT ?';
    return allRows(this.#sql, statement, now, limit).map((row) => ({
      fileId: String(row.file_id),
      targetId: String(row.target_id),
    }));
  }

  lease({ fileId, targetId }: DueCopy, now: number): void {
    this.#sql.exec(
      'UPDATE copies SET due_at = ? WHERE file_id = ? AND target_id = ?',
      now + LEASE_MS,
      fileId,
      targetId,
    );
  }

  /** The copies themselves belong to the customer and stay. */
  remove(fileIds: readonly string[]): void {
    this.#sql.exec(
      'DELETE FROM copies WHERE file_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(fileIds),
    );
  }
}

interface Settled {
  readonly state: CopyState;
  readonly dueAt?: number | null;
  readonly error?: string | null;
  readonly url?: string | null;
  readonly urlExpiresAt?: number | null;
}

const toCopyRecord = (row: SqlRow): CopyRecord => ({
  targetId: String(row.target_id),
  provider: readStored(EXTERNAL_PROVIDERS, row.provider, 'copies.provider'),
  name: String(row.name),
  key: String(row.key),
  state: readStored(COPY_STATES, row.state, 'copies.state'),
  attempts: Number(row.attempts),
  lastError: optionalText(row.last_error),
  url: optionalText(row.url),
  urlExpiresAt: optionalNumber(row.url_expires_at),
  updatedAt: Number(row.updated_at),
});
