import { ROW_STATES, type RowState } from '../../../schema/batches.ts';
import { readStored } from '../../../schema/stored-value.ts';
import type { JobError } from '../ledger/jobs/job-protocol.ts';
import { parseError } from '../ledger/jobs/job-row.ts';
import { RowTable } from '../storage/row-table.ts';
import { firstRow, optionalNumber, optionalText, type SqlRow } from '../storage/sql-row.ts';
import type { NewRow, RowAttempt, RowFilter, RowPlace, RowRecord } from './protocol.ts';
import type { Tables } from '../storage/tables.ts';

export const ROW_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS rows (
      idx INTEGER PRIMARY KEY,
      external_id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      part INTEGER NOT NULL,
      offset INTEGER NOT NULL,
      length INTEGER NOT NULL,
      file_id TEXT,
      due_at INTEGER,
      started_at INTEGER,
      finished_at INTEGER,
      error TEXT,
      meta TEXT
    );
    CREATE INDEX IF NOT EXISTS rows_by_state ON rows (state, idx);
    CREATE INDEX IF NOT EXISTS rows_by_turn ON rows (due_at, idx) WHERE state = 'queued';
    CREATE INDEX IF NOT EXISTS rows_by_lease ON rows (due_at) WHERE state = 'running';
  `,
  addedColumns: { rows: { meta: 'TEXT' } },
};

export interface DeskRow {
  readonly index: number;
  readonly externalId: string;
  readonly state: RowState;
  readonly attempts: number;
  readonly place: RowPlace;
  /** The file of the attempt that runs, or the PDF. */
  readonly fileId: string | null;
  /** The time at which a queued row may start, and when the lease of a running row ends. */
  readonly dueAt: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly meta: string | null;
  readonly error: JobError | null;
}

export class RowStore {
  readonly #sql: SqlStorage;
  readonly #table: RowTable<DeskRow>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#table = new RowTable(sql, { name: 'rows', key: 'idx', read: toRow });
  }

  /** Can be repeated. @returns the rows whose `externalId` an earlier row has */
  add(rows: readonly NewRow[], now: number): number[] {
    const taken: number[] = [];
    for (const { index, externalId, place, meta = null, error } of rows) {
      const other = firstRow(this.#sql, 'SELECT idx FROM rows WHERE external_id = ?', externalId);
      if (other !== null) {
        if (Number(other.idx) !== index) taken.push(index);
        continue;
      }
      const failed = error !== null;
      this.#sql.exec(
        `INSERT INTO rows (idx, external_id, state, attempts, part, offset, length, due_at, finished_at, error, meta)
         VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)`,
        index,
        externalId,
        failed ? 'failed' : 'queued',
        place.chunk,
        place.offset,
        place.length,
        failed ? null : now,
        failed ? now : null,
        failed ? JSON.stringify(error) : null,
        meta,
      );
    }
    return taken;
  }

  count(state: RowState): number {
    return this.#table.count('WHERE state = ?', state);
  }

  find(index: number): DeskRow | null {
    return this.#table.one('WHERE idx = ?', index);
  }

  /** The row whose turn it is. */
  next(now: number): DeskRow | null {
    return this.#table.one(
      `INDEXED BY rows_by_turn WHERE state = 'queued' AND due_at <= ?
       ORDER BY due_at, idx LIMIT 1`,
      now,
    );
  }

  /** Rows whose turn it is, `limit` at most. */
  countDue(now: number, limit: number): number {
    const row = firstRow(
      this.#sql,
      `SELECT COUNT(*) AS n FROM
         (SELECT 1 FROM rows INDEXED BY rows_by_turn WHERE state = 'queued' AND due_at <= ? LIMIT ?)`,
      now,
      limit,
    );
    return Number(row?.n ?? 0);
  }

  running(): DeskRow[] {
    return this.#table.many(`INDEXED BY rows_by_lease WHERE state = 'running'`);
  }

  /** False if the row has another attempt, or this one started too long ago. */
  renew({ index, fileId }: RowAttempt, dueAt: number, startedAfter: number): boolean {
    const statement = `UPDATE rows SET due_at = ?
      WHERE idx = ? AND file_id = ? AND state = 'running' AND started_at > ? RETURNING idx`;
    return firstRow(this.#sql, statement, dueAt, index, fileId, startedAfter) !== null;
  }

  /** Their attempts did not report in time. */
  lapsed(now: number): DeskRow[] {
    return this.#table.many(`INDEXED BY rows_by_lease WHERE state = 'running' AND due_at <= ?`, now);
  }

  save(row: DeskRow): void {
    this.#sql.exec(
      `UPDATE rows SET state = ?, attempts = ?, file_id = ?, due_at = ?, started_at = ?, finished_at = ?, error = ?
       WHERE idx = ?`,
      row.state,
      row.attempts,
      row.fileId,
      row.dueAt,
      row.startedAt,
      row.finishedAt,
      row.error === null ? null : JSON.stringify(row.error),
      row.index,
    );
  }

  /** Queued rows do not start. @returns their number */
  cancelQueued(now: number): number {
    const count = this.count('queued');
    const statement = `UPDATE rows SET state = 'canceled', due_at = NULL, finished_at = ? WHERE state = 'queued'`;
    this.#sql.exec(statement, now);
    return count;
  }

  /** Rows that ended without a file are queued again. @returns their number */
  queueAgain(state: 'failed' | 'canceled', now: number): number {
    const count = this.count(state);
    this.#sql.exec(
      `UPDATE rows SET state = 'queued', attempts = 0, file_id = NULL, due_at = ?, finished_at = NULL, error = NULL
       WHERE state = ?`,
      now,
      state,
    );
    return count;
  }

  list({ limit, after, state }: RowFilter): RowRecord[] {
    return this.#table
      .many(
        `WHERE idx > ? ${state === undefined ? '' : 'AND state = ?'} ORDER BY idx LIMIT ?`,
        after,
        ...(state === undefined ? [] : [state]),
        limit,
      )
      .map(toRecord);
  }

  /** The time at which a lease ends. */
  nextLapse(): number | null {
    return this.#due(`SELECT MIN(due_at) AS due FROM rows INDEXED BY rows_by_lease WHERE state = 'running'`);
  }

  /** The time at which a queued row may start. */
  nextTurn(): number | null {
    return this.#due(`SELECT MIN(due_at) AS due FROM rows INDEXED BY rows_by_turn WHERE state = 'queued'`);
  }

  #due(statement: string): number | null {
    const row = firstRow(this.#sql, statement);
    return optionalNumber(row?.due);
  }
}

const toRow = (row: SqlRow): DeskRow => ({
  index: Number(row.idx),
  externalId: String(row.external_id),
  state: readStored(ROW_STATES, row.state, 'rows.state'),
  attempts: Number(row.attempts),
  place: { chunk: Number(row.part), offset: Number(row.offset), length: Number(row.length) },
  fileId: optionalText(row.file_id),
  dueAt: optionalNumber(row.due_at),
  startedAt: optionalNumber(row.started_at),
  finishedAt: optionalNumber(row.finished_at),
  meta: optionalText(row.meta),
  error: row.error === null ? null : parseError(String(row.error)),
});

const toRecord = ({ place: _place, dueAt: _dueAt, ...row }: DeskRow): RowRecord => ({
  ...row,
  fileId: row.state === 'succeeded' ? row.fileId : null,
});
