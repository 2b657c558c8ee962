import { allRows, firstRow, optionalNumber, type SqlRow } from '../storage/sql-row.ts';
import { Schema } from '../storage/tables.ts';
import { readTrace, TRACE_COLUMN, writeTrace } from '../storage/trace-column.ts';
import { toDelivery } from './delivery-rows.ts';
import type { RecordedEvent } from './event.ts';
import type { DeliveryFilter, DeliveryPage, DeliveryRecord } from './protocol.ts';
import { MAX_ATTEMPTS } from './schedule.ts';
import type { AttemptResult } from './send-attempt.ts';

export const WEBHOOK_DESK_SCHEMA = new Schema([
  {
    create: `
    CREATE TABLE IF NOT EXISTS deliveries (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      event_id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      body TEXT NOT NULL,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      first_attempt INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      due_at INTEGER,
      ended_at INTEGER,
      trace TEXT
    );
    CREATE INDEX IF NOT EXISTS deliveries_by_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS deliveries_by_end ON deliveries (ended_at) WHERE ended_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS attempts (
      event_id TEXT NOT NULL,
      number INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      duration_ms INTEGER,
      status INTEGER,
      error TEXT,
      PRIMARY KEY (event_id, number)
    ) WITHOUT ROWID;
  `,
    addedColumns: { deliveries: TRACE_COLUMN },
  },
]);

/** More are recorded as failed, without an attempt. */
const MAX_PENDING = 10_000;

const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1_000;

/** The newest deliveries that ended are kept, up to this number. */
const MAX_KEPT = 10_000;

/** A delivery that is sent again by hand has more attempts than the schedule. */
const MAX_KEPT_ATTEMPTS = 30;

/** An attempt that was interrupted is followed by the next one after this time. Longer than an attempt. */
const LEASE_MS = 60_000;

/** An attempt that has started. */
export interface StartedAttempt {
  readonly event: RecordedEvent;
  readonly number: number;
  /** Attempts since the event was recorded or sent again, with this one. */
  readonly inSchedule: number;
  readonly startedAt: number;
}

/** The deliveries of one webhook. A pending one always has a `due_at`, so a crash loses no delivery. */
export class DeliveryStore {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    WEBHOOK_DESK_SCHEMA.createIn(storage);
    this.#sql = storage.sql;
  }

  /** Keeps each event once, also if it is handed over again. */
  add(events: readonly RecordedEvent[], now: number): void {
    let room = MAX_PENDING - this.#countPending();
    for (const { id, type, body, trace } of events) {
      const isPending = room > 0;
      const { rowsWritten } = this.#sql.exec(
        `INSERT OR IGNORE INTO deliveries
           (event_id, type, body, state, attempts, first_attempt, created_at, due_at, ended_at, trace)
         VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?, ?)`,
        id,
        type,
        body,
        isPending ? 'pending' : 'failed',
        now,
        isPending ? now : null,
        isPending ? null : now,
        writeTrace(trace),
      );
      if (rowsWritten > 0) room -= 1;
    }
  }

  #countPending(): number {
    const row = firstRow(this.#sql, 'SELECT COUNT(*) AS n FROM deliveries WHERE due_at IS NOT NULL');
    return Number(row?.n ?? 0);
  }

  isDue(now: number): boolean {
    return firstRow(this.#sql, 'SELECT 1 FROM deliveries WHERE due_at <= ? LIMIT 1', now) !== null;
  }

  /** Starts the attempt that is due first. It is null if none is due. */
  start(now: number): StartedAttempt | null {
    for (;;) {
      const row = firstRow(
        this.#sql,
        'SELECT * FROM deliveries WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1',
        now,
      );
      if (row === null) return null;
      const number = Number(row.attempts) + 1;
      const inSchedule = number - Number(row.first_attempt);
      const id = String(row.event_id);
      if (inSchedule <= MAX_ATTEMPTS) {
        this.#begin(id, number, now);
        const event = { id, type: String(row.type), body: String(row.body), trace: readTrace(row) };
        return { event, number, inSchedule, startedAt: now };
      }
      // The last attempt was interrupted.
      this.#end(id, 'failed', now);
    }
  }

  #begin(eventId: string, number: number, now: number): void {
    this.#sql.exec(
      'UPDATE deliveries SET attempts = ?, due_at = ? WHERE event_id = ?',
      number,
      now + LEASE_MS,
      eventId,
    );
    this.#sql.exec(
      'INSERT INTO attempts (event_id, number, started_at) VALUES (?, ?, ?)',
      eventId,
      number,
      now,
    );
    this.#sql.exec(
      'DELETE FROM attempts WHERE event_id = ? AND number <= ?',
      eventId,
      number - MAX_KEPT_ATTEMPTS,
    );
  }

  /** @param nextAt null if there is no further attempt */
  finish(
    { event, number, startedAt }: StartedAttempt,
    result: AttemptResult,
    nextAt: number | null,
    now: number,
  ): void {
    this.#sql.exec(
      'UPDATE attempts SET duration_ms = ?, status = ?, error = ? WHERE event_id = ? AND number = ?',
      now - startedAt,
      result.status,
      result.error,
      event.id,
      number,
    );
    if (result.error === null) return this.#end(event.id, 'succeeded', now);
    // A delivery that was cancelled or sent again during the attempt keeps its state.
    this.#sql.exec(
      `UPDATE deliveries SET state = ?, due_at = ?, ended_at = ?
       WHERE event_id = ? AND attempts = ? AND due_at = ?`,
      nextAt === null ? 'failed' : 'pending',
      nextAt,
      nextAt === null ? now : null,
      event.id,
      number,
      startedAt + LEASE_MS,
    );
  }

  #end(eventId: string, state: 'succeeded' | 'failed', now: number): void {
    this.#sql.exec(
      'UPDATE deliveries SET state = ?, due_at = NULL, ended_at = ? WHERE event_id = ?',
      state,
      now,
      eventId,
    );
  }

  /** The webhook was disabled. Its deliveries can be sent again by hand. */
  cancelPending(now: number): void {
    this.#sql.exec(
      `UPDATE deliveries SET state = 'failed', due_at = NULL, ended_at = ? WHERE due_at IS NOT NULL`,
      now,
    );
  }

  /** Starts the schedule again. It is null if the delivery is not kept. */
  sendAgain(eventId: string, now: number): DeliveryRecord | null {
    this.#sql.exec(
      `UPDATE deliveries SET state = 'pending', first_attempt = attempts, due_at = ?, ended_at = NULL
       WHERE event_id = ?`,
      now,
      eventId,
    );
    return this.find(eventId);
  }

  find(eventId: string): DeliveryRecord | null {
    const row = firstRow(this.#sql, 'SELECT * FROM deliveries WHERE event_id = ?', eventId);
    return row === null ? null : this.#toRecord(row);
  }

  list({ limit, before, state }: DeliveryFilter): DeliveryPage {
    const rows = allRows(
      this.#sql,
      `SELECT * FROM deliveries WHERE seq < ? ${state === undefined ? '' : 'AND state = ?'}
       ORDER BY seq DESC LIMIT ?`,
      before,
      ...(state === undefined ? [] : [state]),
      limit + 1,
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      deliveries: page.map((row) => this.#toRecord(row)),
      next: rows.length > limit && last !== undefined ? Number(last.seq) : null,
    };
  }

  /** Deletes what ended long ago, and the oldest of too many. */
  forgetOld(now: number): void {
    const oldest = `SELECT event_id FROM deliveries WHERE ended_at IS NOT NULL AND (ended_at <= ? OR event_id IN (
      SELECT event_id FROM deliveries WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT -1 OFFSET ?))`;
    const values = [now - KEPT_FOR_MS, MAX_KEPT];
    this.#sql.exec(`DELETE FROM attempts WHERE event_id IN (${oldest})`, ...values);
    this.#sql.exec(`DELETE FROM deliveries WHERE event_id IN (${oldest})`, ...values);
  }

  /** The time at which an attempt or the deletion of a delivery is due. It is null if there are no deliveries. */
  nextDue(): number | null {
    const row = firstRow(
      this.#sql,
      `SELECT MIN(due) AS due FROM (SELECT MIN(due_at) AS due FROM deliveries WHERE due_at IS NOT NULL
         UNION ALL SELECT MIN(ended_at) + ? FROM deliveries WHERE ended_at IS NOT NULL)`,
      KEPT_FOR_MS,
    );
    return optionalNumber(row?.due);
  }

  #toRecord(row: SqlRow): DeliveryRecord {
    const statement = 'SELECT * FROM attempts WHERE event_id = ? ORDER BY number';
    return toDelivery(row, allRows(this.#sql, statement, String(row.event_id)));
  }
}
