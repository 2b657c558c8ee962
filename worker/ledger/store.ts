import type { Environment } from '../../schema/permissions.ts';
import { type Balance, monthOf } from './credits.ts';
import type { FileRecord, IdempotencyClaim } from './protocol.ts';
import type { RateWindow } from './rate-window.ts';

/** The ledger's tables. Rows live in the object's own SQLite, so nothing here outgrows one workspace. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS account (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    month TEXT NOT NULL,
    quota_used INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    closed_at INTEGER
  );
  CREATE TABLE IF NOT EXISTS rate_window (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    started_at INTEGER NOT NULL,
    count INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS reservations (
    file_id TEXT PRIMARY KEY,
    environment TEXT NOT NULL,
    spends_credit INTEGER NOT NULL,
    idempotency_key TEXT,
    body_hash TEXT,
    due_at INTEGER NOT NULL,
    released INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS reservations_by_due ON reservations (due_at);
  CREATE TABLE IF NOT EXISTS files (
    file_id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    environment TEXT NOT NULL,
    filename TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    processing_time_ms INTEGER NOT NULL,
    template_id TEXT,
    template_name TEXT,
    link_token TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS files_by_expiry ON files (expires_at);
  CREATE TABLE IF NOT EXISTS idempotency (
    environment TEXT NOT NULL,
    key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    file_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (environment, key)
  );
  CREATE INDEX IF NOT EXISTS idempotency_by_expiry ON idempotency (expires_at);
  CREATE TABLE IF NOT EXISTS revoked_keys (key_id TEXT PRIMARY KEY, revoked_at INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS key_use (key_id TEXT PRIMARY KEY, last_used_at INTEGER NOT NULL);
`;

/** A place held for a file that is being made. */
export interface Reservation {
  readonly fileId: string;
  readonly environment: Environment;
  readonly spendsCredit: boolean;
  readonly idempotency: IdempotencyClaim | null;
  /** When the alarm takes it up: to reclaim it, or, once released, to sweep its object again. */
  readonly dueAt: number;
  /** No longer holds a credit or an idempotency key; only its object is still to be swept. */
  readonly released: boolean;
}

/** What an idempotency key stands for: a file being made, or one already made. */
export interface IdempotencyEntry {
  readonly bodyHash: string;
  readonly fileId: string;
  readonly pending: boolean;
}

type Row = Record<string, string | number | null>;

/** Every statement of the ledger. Methods are synchronous: what one call of the object does is atomic. */
export class LedgerStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLES);
  }

  #first(statement: string, ...values: SqlStorageValue[]): Row | null {
    return this.#sql.exec<Row>(statement, ...values).toArray()[0] ?? null;
  }

  balance(now: number): Balance {
    const row = this.#first('SELECT month, quota_used, credits FROM account');
    return row === null
      ? { month: monthOf(now), quotaUsed: 0, credits: 0 }
      : { month: String(row.month), quotaUsed: Number(row.quota_used), credits: Number(row.credits) };
  }

  saveBalance(balance: Balance): void {
    this.#sql.exec(
      `INSERT INTO account (id, month, quota_used, credits) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET month = excluded.month, quota_used = excluded.quota_used, credits = excluded.credits`,
      balance.month,
      balance.quotaUsed,
      balance.credits,
    );
  }

  isClosed(): boolean {
    return this.#first('SELECT 1 FROM account WHERE closed_at IS NOT NULL') !== null;
  }

  close(now: number): void {
    this.saveBalance(this.balance(now));
    this.#sql.exec('UPDATE account SET closed_at = ?', now);
    this.#sql.exec('UPDATE files SET expires_at = ?', now);
    this.#sql.exec('DELETE FROM idempotency');
  }

  rateWindow(): RateWindow | null {
    const row = this.#first('SELECT started_at, count FROM rate_window');
    return row === null ? null : { startedAt: Number(row.started_at), count: Number(row.count) };
  }

  saveRateWindow(window: RateWindow): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO rate_window (id, started_at, count) VALUES (1, ?, ?)',
      window.startedAt,
      window.count,
    );
  }

  isRevoked(keyId: string): boolean {
    return this.#first('SELECT 1 FROM revoked_keys WHERE key_id = ?', keyId) !== null;
  }

  revoke(keyId: string, now: number): void {
    this.#sql.exec('INSERT OR IGNORE INTO revoked_keys (key_id, revoked_at) VALUES (?, ?)', keyId, now);
  }

  noteUse(keyId: string, now: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO key_use (key_id, last_used_at) VALUES (?, ?)', keyId, now);
  }

  lastUses(): Record<string, number> {
    const rows = this.#sql.exec<Row>('SELECT key_id, last_used_at FROM key_use').toArray();
    return Object.fromEntries(rows.map((row) => [String(row.key_id), Number(row.last_used_at)]));
  }

  /** Credits held by files that are being made. */
  heldCredits(): number {
    const row = this.#first(
      'SELECT COUNT(*) AS held FROM reservations WHERE spends_credit = 1 AND released = 0',
    );
    return Number(row?.held ?? 0);
  }

  reservation(fileId: string): Reservation | null {
    const row = this.#first('SELECT * FROM reservations WHERE file_id = ?', fileId);
    return row === null ? null : toReservation(row);
  }

  dueReservations(now: number): Reservation[] {
    return this.#sql
      .exec<Row>('SELECT * FROM reservations WHERE due_at <= ?', now)
      .toArray()
      .map(toReservation);
  }

  saveReservation(reservation: Reservation): void {
    this.#sql.exec(
      `INSERT OR REPLACE INTO reservations
         (file_id, environment, spends_credit, idempotency_key, body_hash, due_at, released)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      reservation.fileId,
      reservation.environment,
      reservation.spendsCredit ? 1 : 0,
      reservation.idempotency?.key ?? null,
      reservation.idempotency?.bodyHash ?? null,
      reservation.dueAt,
      reservation.released ? 1 : 0,
    );
  }

  removeReservation(fileId: string): void {
    this.#sql.exec('DELETE FROM reservations WHERE file_id = ?', fileId);
  }

  file(fileId: string): FileRecord | null {
    const row = this.#first('SELECT * FROM files WHERE file_id = ?', fileId);
    return row === null ? null : toFileRecord(row);
  }

  saveFile(file: FileRecord): void {
    this.#sql.exec(
      `INSERT INTO files (file_id, key_id, environment, filename, size_bytes, processing_time_ms,
         template_id, template_name, link_token, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      file.fileId,
      file.keyId,
      file.environment,
      file.filename,
      file.sizeBytes,
      file.processingTimeMs,
      file.template?.id ?? null,
      file.template?.name ?? null,
      file.linkToken,
      file.createdAt,
      file.expiresAt,
    );
  }

  /** Ids of files whose retention has ended, oldest first. */
  expiredFiles(now: number, limit: number): string[] {
    return this.#sql
      .exec<Row>('SELECT file_id FROM files WHERE expires_at <= ? ORDER BY expires_at LIMIT ?', now, limit)
      .toArray()
      .map((row) => String(row.file_id));
  }

  removeFile(fileId: string): void {
    this.#sql.exec('DELETE FROM files WHERE file_id = ?', fileId);
    this.#sql.exec('DELETE FROM idempotency WHERE file_id = ?', fileId);
  }

  idempotencyEntry(environment: Environment, key: string, now: number): IdempotencyEntry | null {
    const made = this.#first(
      'SELECT body_hash, file_id FROM idempotency WHERE environment = ? AND key = ? AND expires_at > ?',
      environment,
      key,
      now,
    );
    if (made !== null)
      return { bodyHash: String(made.body_hash), fileId: String(made.file_id), pending: false };
    const pending = this.#first(
      'SELECT body_hash, file_id FROM reservations WHERE environment = ? AND idempotency_key = ? AND released = 0',
      environment,
      key,
    );
    if (pending === null) return null;
    return { bodyHash: String(pending.body_hash), fileId: String(pending.file_id), pending: true };
  }

  saveIdempotencyKey(
    environment: Environment,
    claim: IdempotencyClaim,
    fileId: string,
    expiresAt: number,
  ): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO idempotency (environment, key, body_hash, file_id, expires_at) VALUES (?, ?, ?, ?, ?)',
      environment,
      claim.key,
      claim.bodyHash,
      fileId,
      expiresAt,
    );
  }

  removeLapsedIdempotencyKeys(now: number): void {
    this.#sql.exec('DELETE FROM idempotency WHERE expires_at <= ?', now);
  }

  /** When the alarm has work next, or null. */
  nextDue(): number | null {
    const row = this.#first(
      `SELECT MIN(due) AS due FROM (
         SELECT MIN(due_at) AS due FROM reservations
         UNION ALL SELECT MIN(expires_at) FROM files
         UNION ALL SELECT MIN(expires_at) FROM idempotency)`,
    );
    return row === null || row.due === null ? null : Number(row.due);
  }
}

function toReservation(row: Row): Reservation {
  return {
    fileId: String(row.file_id),
    environment: row.environment === 'live' ? 'live' : 'test',
    spendsCredit: row.spends_credit === 1,
    idempotency:
      row.idempotency_key === null
        ? null
        : { key: String(row.idempotency_key), bodyHash: String(row.body_hash) },
    dueAt: Number(row.due_at),
    released: row.released === 1,
  };
}

function toFileRecord(row: Row): FileRecord {
  return {
    fileId: String(row.file_id),
    keyId: String(row.key_id),
    environment: row.environment === 'live' ? 'live' : 'test',
    filename: String(row.filename),
    sizeBytes: Number(row.size_bytes),
    processingTimeMs: Number(row.processing_time_ms),
    template:
      row.template_id === null ? null : { id: String(row.template_id), name: String(row.template_name) },
    linkToken: String(row.link_token),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
  };
}
