import {
  KINDS_OF_OUTCOME,
  kindOfRequest,
  LOGGED_PER_MINUTE,
  loggedRequest,
  type LoggedRequest,
  MAX_LOGGED_REQUESTS,
  REQUEST_KINDS,
  type RequestKind,
  REQUESTS_KEPT_MS,
} from '../../../schema/request-log.ts';
import { allRows, firstRow, optionalNumber, type SqlRow } from '../storage/sql-row.ts';
import { Schema } from '../storage/tables.ts';
import type { RequestFilter, RequestPage } from './protocol.ts';

/** The table has few rows and no index, so that each request writes one row and nothing else. */
export const REQUEST_LOG_SCHEMA = new Schema([
  {
    create: `
    CREATE TABLE IF NOT EXISTS requests (
      kind TEXT NOT NULL,
      slot INTEGER NOT NULL,
      number INTEGER NOT NULL,
      request_id TEXT NOT NULL,
      arrived_at INTEGER NOT NULL,
      words TEXT NOT NULL,
      entry TEXT NOT NULL,
      PRIMARY KEY (kind, slot)
    ) WITHOUT ROWID;
  `,
  },
]);

const MINUTE_MS = 60_000;

interface Written {
  /** The number of the newest request of the kind. Its slot is the number, modulo the slots of a kind. */
  number: number;
  minute: number;
  inMinute: number;
}

/** The requests of one workspace. A new one takes the slot of the oldest one of its kind. */
export class RequestStore {
  readonly #sql: SqlStorage;
  readonly #written: ReadonlyMap<RequestKind, Written>;

  constructor(storage: DurableObjectStorage, now: number) {
    REQUEST_LOG_SCHEMA.createIn(storage);
    this.#sql = storage.sql;
    this.#written = new Map(REQUEST_KINDS.map((kind) => [kind, this.#readWritten(kind, now)]));
  }

  #readWritten(kind: RequestKind, now: number): Written {
    const minute = Math.floor(now / MINUTE_MS);
    const row = firstRow(
      this.#sql,
      'SELECT MAX(number) AS last, SUM(arrived_at >= ?) AS recent FROM requests WHERE kind = ?',
      minute * MINUTE_MS,
      kind,
    );
    return { number: Number(row?.last ?? 0), minute, inMinute: Number(row?.recent ?? 0) };
  }

  add(requests: readonly LoggedRequest[], now: number): void {
    for (const request of requests) {
      const kind = kindOfRequest(request);
      if (this.#mayWrite(kind, now)) this.#write(kind, request);
    }
  }

  #mayWrite(kind: RequestKind, now: number): boolean {
    const written = this.#writtenOf(kind);
    const minute = Math.floor(now / MINUTE_MS);
    if (written.minute !== minute) Object.assign(written, { minute, inMinute: 0 });
    return written.inMinute < LOGGED_PER_MINUTE[kind];
  }

  #write(kind: RequestKind, request: LoggedRequest): void {
    const written = this.#writtenOf(kind);
    written.number += 1;
    written.inMinute += 1;
    this.#sql.exec(
      `INSERT OR REPLACE INTO requests (kind, slot, number, request_id, arrived_at, words, entry)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      kind,
      written.number % MAX_LOGGED_REQUESTS,
      written.number,
      request.requestId,
      Date.parse(request.at),
      wordsOf(request),
      JSON.stringify(request),
    );
  }

  #writtenOf(kind: RequestKind): Written {
    const written = this.#written.get(kind);
    if (written === undefined) throw new Error(`No requests are of the kind ${kind}`);
    return written;
  }

  list({ limit, outcome, search, after }: RequestFilter, now: number): RequestPage {
    const conditions = ['arrived_at > ?'];
    const values: SqlStorageValue[] = [now - REQUESTS_KEPT_MS];
    if (outcome !== undefined) {
      const kinds = KINDS_OF_OUTCOME[outcome];
      conditions.push(`kind IN (${kinds.map(() => '?').join(', ')})`);
      values.push(...kinds);
    }
    if (search !== undefined && search !== '') {
      conditions.push('instr(words, ?) > 0');
      values.push(search.toLowerCase());
    }
    if (after !== undefined) {
      conditions.push('(arrived_at, request_id) < (?, ?)');
      values.push(after.arrivedAt, after.requestId);
    }
    const rows = allRows(
      this.#sql,
      `SELECT entry FROM requests WHERE ${conditions.join(' AND ')}
       ORDER BY arrived_at DESC, request_id DESC LIMIT ?`,
      ...values,
      limit + 1,
    );
    return { requests: rows.slice(0, limit).map(toRequest), more: rows.length > limit };
  }

  find(requestId: string, now: number): LoggedRequest | null {
    const row = firstRow(
      this.#sql,
      'SELECT entry FROM requests WHERE request_id = ? AND arrived_at > ?',
      requestId,
      now - REQUESTS_KEPT_MS,
    );
    return row === null ? null : toRequest(row);
  }

  forgetOld(now: number): void {
    this.#sql.exec('DELETE FROM requests WHERE arrived_at <= ?', now - REQUESTS_KEPT_MS);
  }

  /** Epoch milliseconds. It is null if there is no request. */
  oldest(): number | null {
    return optionalNumber(firstRow(this.#sql, 'SELECT MIN(arrived_at) AS at FROM requests')?.at);
  }
}

const toRequest = ({ entry }: SqlRow): LoggedRequest => loggedRequest.parse(JSON.parse(String(entry)));

/** Returns the text that a search looks through. */
const wordsOf = (request: LoggedRequest): string => {
  const { requestId, method, route, status, code, keyId, personId, error } = request;
  const { templateId, fileId, jobId, batchId } = request;
  const ids = [requestId, keyId, personId, templateId, fileId, jobId, batchId];
  return [...ids, `${method} ${route}`, status, code, error?.message]
    .filter((word) => word !== null && word !== undefined)
    .join('\n')
    .toLowerCase();
};
