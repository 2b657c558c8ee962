import { ENVIRONMENTS, type Environment } from '../../../../schema/permissions.ts';
import { readStored } from '../../../../schema/stored-value.ts';
import type { IdempotencyClaim } from '../protocol.ts';
import { allRows, firstRow, type SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const RESERVATION_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS reservations (
      file_id TEXT PRIMARY KEY,
      environment TEXT NOT NULL,
      spends_credit INTEGER NOT NULL,
      idempotency_key TEXT,
      body_hash TEXT,
      due_at INTEGER NOT NULL,
      released INTEGER NOT NULL DEFAULT 0,
      alone INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS reservations_by_due ON reservations (due_at);
    CREATE TABLE IF NOT EXISTS idempotency (
      environment TEXT NOT NULL,
      key TEXT NOT NULL,
      body_hash TEXT NOT NULL,
      file_id TEXT NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (environment, key)
    );
    CREATE INDEX IF NOT EXISTS idempotency_by_expiry ON idempotency (expires_at);
    CREATE INDEX IF NOT EXISTS idempotency_by_file ON idempotency (file_id);
  `,
  addedColumns: { reservations: { alone: 'INTEGER NOT NULL DEFAULT 0' } },
};

export const RESERVATIONS_DUE = [
  'SELECT MIN(due_at) FROM reservations',
  'SELECT MIN(expires_at) FROM idempotency',
];

/** Time to store and commit after the deadline. After that, the reservation is released (contract 7.3). */
export const SETTLING_TIME_MS = 60_000;

/** A credit and an idempotency key, held while a file is being made. */
export interface Reservation {
  readonly fileId: string;
  readonly environment: Environment;
  readonly spendsCredit: boolean;
  readonly idempotency: IdempotencyClaim | null;
  /** The time at which the alarm releases it or, if it is already released, deletes its object again. */
  readonly dueAt: number;
  /** Nothing is held any more. Only the object remains to be deleted. */
  readonly released: boolean;
  /** The request makes this file only: no job, no row of a batch and no group ends with it. */
  readonly isAlone: boolean;
}

/** `pending` while the file is being made. */
export interface IdempotencyEntry {
  readonly bodyHash: string;
  readonly fileId: string;
  readonly pending: boolean;
}

/**
 * Every request needs its reservation several times, and nothing else writes this table. So the reservations, which are few,
 * are read once, and then kept in memory as they were written.
 */
export class ReservationStore {
  readonly #sql: SqlStorage;
  /** By file id. It is null until they are read. */
  #known: Map<string, Reservation> | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** A transaction was rolled back: what it wrote is not in the table. */
  forget(): void {
    this.#known = null;
  }

  #read(): Map<string, Reservation> {
    this.#known ??= new Map(
      allRows(this.#sql, 'SELECT * FROM reservations').map((row) => [
        String(row.file_id),
        toReservation(row),
      ]),
    );
    return this.#known;
  }

  #running(): Reservation[] {
    return [...this.#read().values()].filter(({ released }) => !released);
  }

  heldCredits(): number {
    return this.#running().filter(({ spendsCredit }) => spendsCredit).length;
  }

  countRunning(): number {
    return this.#running().length;
  }

  /** The time at which the last of the running generations ends at the latest. It is null if none runs. */
  runningUntil(): number | null {
    const due = this.#running().map(({ dueAt }) => dueAt);
    return due.length === 0 ? null : Math.max(...due) - SETTLING_TIME_MS;
  }

  find(fileId: string): Reservation | null {
    return this.#read().get(fileId) ?? null;
  }

  due(now: number): Reservation[] {
    return [...this.#read().values()].filter(({ dueAt }) => dueAt <= now);
  }

  save(reservation: Reservation): void {
    const known = this.#read();
    // If the statement fails, the reservations are read again.
    this.forget();
    this.#sql.exec(
      `INSERT OR REPLACE INTO reservations
         (file_id, environment, spends_credit, idempotency_key, body_hash, due_at, released, alone)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      reservation.fileId,
      reservation.environment,
      reservation.spendsCredit ? 1 : 0,
      reservation.idempotency?.key ?? null,
      reservation.idempotency?.bodyHash ?? null,
      reservation.dueAt,
      reservation.released ? 1 : 0,
      reservation.isAlone ? 1 : 0,
    );
    known.set(reservation.fileId, reservation);
    this.#known = known;
  }

  remove(fileId: string): void {
    const known = this.#read();
    this.forget();
    this.#sql.exec('DELETE FROM reservations WHERE file_id = ?', fileId);
    known.delete(fileId);
    this.#known = known;
  }

  idempotencyEntry(environment: Environment, key: string, now: number): IdempotencyEntry | null {
    const made = firstRow(
      this.#sql,
      'SELECT body_hash, file_id FROM idempotency WHERE environment = ? AND key = ? AND expires_at > ?',
      environment,
      key,
      now,
    );
    if (made !== null) return toEntry(made, false);
    const pending = firstRow(
      this.#sql,
      `SELECT body_hash, file_id FROM reservations
       WHERE environment = ? AND idempotency_key = ? AND released = 0`,
      environment,
      key,
    );
    return pending === null ? null : toEntry(pending, true);
  }

  saveIdempotencyKey(reservation: Reservation, expiresAt: number): void {
    if (reservation.idempotency === null) return;
    this.#sql.exec(
      `INSERT OR REPLACE INTO idempotency (environment, key, body_hash, file_id, expires_at)
       VALUES (?, ?, ?, ?, ?)`,
      reservation.environment,
      reservation.idempotency.key,
      reservation.idempotency.bodyHash,
      reservation.fileId,
      expiresAt,
    );
  }

  /** The key of a deleted file can be used again. */
  forgetIdempotencyKeysOf(fileIds: readonly string[]): void {
    this.#sql.exec(
      'DELETE FROM idempotency WHERE file_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(fileIds),
    );
  }

  forgetLapsedIdempotencyKeys(now: number): void {
    this.#sql.exec('DELETE FROM idempotency WHERE expires_at <= ?', now);
  }
}

const toEntry = (row: SqlRow, pending: boolean): IdempotencyEntry => ({
  bodyHash: String(row.body_hash),
  fileId: String(row.file_id),
  pending,
});

function toReservation(row: SqlRow): Reservation {
  return {
    fileId: String(row.file_id),
    environment: readStored(ENVIRONMENTS, row.environment, 'reservations.environment'),
    spendsCredit: row.spends_credit === 1,
    idempotency:
      row.idempotency_key === null
        ? null
        : { key: String(row.idempotency_key), bodyHash: String(row.body_hash) },
    dueAt: Number(row.due_at),
    released: row.released === 1,
    isAlone: row.alone === 1,
  };
}
