import { newId } from '../../../../schema/ids.ts';
import { startTrace, type TraceContext } from '../../../../schema/trace-context.ts';
import { bodyOf, type RecordedEvent, type WebhookEvent } from '../../webhook/event.ts';
import { allRows, firstRow } from '../../storage/sql-row.ts';
import { readTrace, TRACE_COLUMN, writeTrace } from '../../storage/trace-column.ts';
import type { Tables } from '../../storage/tables.ts';

export const OUTBOX_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      event_id TEXT NOT NULL,
      type TEXT NOT NULL,
      body TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      trace TEXT
    );
    CREATE TABLE IF NOT EXISTS webhooks_noted (id INTEGER PRIMARY KEY CHECK (id = 1), noted_at INTEGER NOT NULL);
  `,
  addedColumns: { outbox: TRACE_COLUMN },
};

export const OUTBOX_DUE = ['SELECT due_at FROM outbox ORDER BY seq LIMIT 1'];

/** The call that records an event hands it out. If it cannot, the alarm does. */
const FIRST_HAND_OUT_MS = 30_000;

/** Later events are not recorded. They collect only while the desks cannot be reached. */
const MAX_EVENTS = 10_000;

/** One call to a desk has at most 2 MB. */
const BATCH = 100;

const MAX_BODY_BYTES = 20_000;

/** A webhook is created within this time after it was announced. */
const CREATION_MS = 60 * 60 * 1_000;

/** Events that were recorded with their cause, until the desks of the webhooks have them (decision 31). */
export class Outbox {
  readonly #sql: SqlStorage;
  /** As the table says. It is read when it is first needed, because most calls do not need it. */
  #hasWebhooks: boolean | undefined;
  #mayHaveEvents = true;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Comes before a webhook is created. From then on events are recorded. */
  noteWebhook(now: number): void {
    this.#hasWebhooks = true;
    this.#sql.exec('INSERT OR REPLACE INTO webhooks_noted (id, noted_at) VALUES (1, ?)', now);
  }

  /** The workspace had no webhook when it was asked. One may be created at this moment. */
  forgetWebhooks(now: number): void {
    this.#hasWebhooks = undefined;
    this.#sql.exec('DELETE FROM webhooks_noted WHERE noted_at < ?', now - CREATION_MS);
  }

  /** False if the outbox was empty when it was read, and no event was recorded since then. */
  get mayHaveEvents(): boolean {
    return this.#mayHaveEvents;
  }

  /** In a workspace without webhooks nothing is recorded. */
  get hasWebhooks(): boolean {
    this.#hasWebhooks ??= firstRow(this.#sql, 'SELECT 1 FROM webhooks_noted') !== null;
    return this.#hasWebhooks;
  }

  /**
   * Call it in the transaction of the cause.
   *
   * @param trace of the request that caused it; without one, the event starts a trace
   */
  record(event: WebhookEvent, now: number, trace?: TraceContext | null): void {
    if (!this.hasWebhooks) return;
    const body = bodyOf(event, now);
    if (this.#isFull() || new TextEncoder().encode(body).byteLength >= MAX_BODY_BYTES) {
      console.error(JSON.stringify({ event: 'webhook_event_lost', type: event.type }));
      return;
    }
    this.#mayHaveEvents = true;
    this.#sql.exec(
      'INSERT INTO outbox (event_id, type, body, due_at, trace) VALUES (?, ?, ?, ?, ?)',
      newId('evt'),
      event.type,
      body,
      now + FIRST_HAND_OUT_MS,
      writeTrace(trace ?? startTrace()),
    );
  }

  count(): number {
    return Number(firstRow(this.#sql, 'SELECT COUNT(*) AS n FROM outbox')?.n ?? 0);
  }

  #isFull(): boolean {
    const row = firstRow(this.#sql, 'SELECT MAX(seq) - MIN(seq) AS span FROM outbox');
    return Number(row?.span ?? 0) >= MAX_EVENTS;
  }

  /** The oldest events, and the number that `remove` takes. It is null if there are none. */
  next(): { readonly events: RecordedEvent[]; readonly upTo: number } | null {
    if (!this.#mayHaveEvents) return null;
    const rows = allRows(this.#sql, 'SELECT * FROM outbox ORDER BY seq LIMIT ?', BATCH);
    const last = rows.at(-1);
    this.#mayHaveEvents = last !== undefined;
    if (last === undefined) return null;
    const events = rows.map((row) => ({
      id: String(row.event_id),
      type: String(row.type),
      body: String(row.body),
      trace: readTrace(row),
    }));
    return { events, upTo: Number(last.seq) };
  }

  remove(upTo: number): void {
    this.#sql.exec('DELETE FROM outbox WHERE seq <= ?', upTo);
  }

  postpone(dueAt: number): void {
    this.#sql.exec('UPDATE outbox SET due_at = ?', dueAt);
  }

  /** The workspace was deleted. */
  close(): void {
    this.#hasWebhooks = false;
    this.#sql.exec('DELETE FROM outbox');
    this.#sql.exec('DELETE FROM webhooks_noted');
  }
}
