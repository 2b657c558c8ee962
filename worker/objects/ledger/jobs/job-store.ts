import type { JobState } from '../../../../schema/jobs.ts';
import type { Environment } from '../../../../schema/permissions.ts';
import type { PlanId } from '../../../../schema/plans.ts';
import type { JobFilter } from './job-protocol.ts';
import { type JobRow, toColumns, toJobRow } from './job-row.ts';
import { RowTable } from '../../storage/row-table.ts';
import { firstRow, optionalNumber } from '../../storage/sql-row.ts';
import { TRACE_COLUMN } from '../../storage/trace-column.ts';
import type { Tables } from '../../storage/tables.ts';

const OPEN = `('arriving', 'queued', 'running')`;

/** Jobs that wait for their turn can be thousands. The planner alone would read all of them for most statements. */
const WAITING = `state = 'queued' AND rung = 0`;
const WITH_DEADLINE = `due_at IS NOT NULL AND (state <> 'queued' OR rung = 1)`;

export const JOB_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS jobs (
      job_id TEXT PRIMARY KEY,
      request_id TEXT NOT NULL,
      state TEXT NOT NULL,
      key_id TEXT NOT NULL,
      plan TEXT NOT NULL,
      environment TEXT NOT NULL,
      idempotency_key TEXT,
      body_hash TEXT,
      template TEXT,
      file_id TEXT,
      attempts INTEGER NOT NULL,
      rung INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      finished_at INTEGER,
      due_at INTEGER,
      expires_at INTEGER,
      error TEXT,
      trace TEXT,
      wants_report INTEGER,
      meta TEXT,
      credits_later INTEGER
    );
    CREATE INDEX IF NOT EXISTS jobs_by_age ON jobs (created_at, job_id);
    CREATE INDEX IF NOT EXISTS jobs_by_state ON jobs (state, created_at, job_id);
    CREATE INDEX IF NOT EXISTS jobs_by_turn ON jobs (created_at) WHERE ${WAITING};
    CREATE INDEX IF NOT EXISTS jobs_by_wait ON jobs (due_at) WHERE ${WAITING};
    CREATE INDEX IF NOT EXISTS jobs_by_deadline ON jobs (due_at) WHERE ${WITH_DEADLINE};
    CREATE INDEX IF NOT EXISTS jobs_by_expiry ON jobs (expires_at) WHERE expires_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS jobs_by_file ON jobs (file_id) WHERE file_id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS jobs_by_claim ON jobs (environment, idempotency_key)
      WHERE idempotency_key IS NOT NULL AND finished_at IS NULL;
  `,
  addedColumns: {
    jobs: { ...TRACE_COLUMN, wants_report: 'INTEGER', meta: 'TEXT', credits_later: 'INTEGER' },
  },
};

export class JobStore {
  readonly #sql: SqlStorage;
  readonly #table: RowTable<JobRow>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#table = new RowTable(sql, { name: 'jobs', key: 'job_id', read: toJobRow });
  }

  find(jobId: string): JobRow | null {
    return this.#table.one('WHERE job_id = ?', jobId);
  }

  ofFile(fileId: string): JobRow | null {
    return this.#table.one('WHERE file_id = ?', fileId);
  }

  /** The job that has not ended and holds this idempotency key. */
  ofClaim(environment: Environment, key: string): JobRow | null {
    return this.#table.one(
      `WHERE environment = ? AND idempotency_key = ? AND finished_at IS NULL
         AND state <> 'dropped'`,
      environment,
      key,
    );
  }

  list({ after, ...filter }: JobFilter, now: number) {
    const last = after && { createdAt: after.createdAt, id: after.jobId };
    return this.#table.newestFirst({ state: undefined, ...filter, after: last }, now);
  }

  countOpen(): number {
    return this.#table.count(`WHERE state IN ${OPEN}`);
  }

  countRunning(): number {
    return this.#table.count(`WHERE state = 'running'`);
  }

  countRung(): number {
    return this.#table.count(`INDEXED BY jobs_by_deadline WHERE ${WITH_DEADLINE} AND state = 'queued'`);
  }

  /** The oldest jobs whose turn it is. Jobs of one millisecond keep the order in which their rows were made. */
  waiting(now: number, limit: number): JobRow[] {
    return this.#table.many(
      `INDEXED BY jobs_by_turn WHERE ${WAITING} AND due_at <= ?
       ORDER BY created_at, rowid LIMIT ?`,
      now,
      limit,
    );
  }

  /** Messages that started no attempt in time are lost. */
  forgetLostBells(now: number): void {
    this.#sql.exec(
      `UPDATE jobs INDEXED BY jobs_by_deadline SET rung = 0
       WHERE ${WITH_DEADLINE} AND due_at <= ? AND state = 'queued'`,
      now,
    );
  }

  /** Jobs that are not open and have an object. */
  withOldBody(now: number, limit: number): JobRow[] {
    return this.#table.many(
      `INDEXED BY jobs_by_deadline
       WHERE ${WITH_DEADLINE} AND due_at <= ? AND state NOT IN ${OPEN} ORDER BY due_at LIMIT ?`,
      now,
      limit,
    );
  }

  /** Jobs whose body did not arrive in time, or whose attempt did not renew its lease. */
  overdue(state: 'arriving' | 'running', now: number): JobRow[] {
    return this.#table.many(
      `INDEXED BY jobs_by_deadline
       WHERE ${WITH_DEADLINE} AND due_at <= ? AND state = ?`,
      now,
      state,
    );
  }

  /** The plan of the oldest job. It is null if there is none. */
  firstPlan(): PlanId | null {
    return this.#table.one('ORDER BY created_at LIMIT 1')?.plan ?? null;
  }

  /** Jobs of a closed workspace. A body that still arrives is deleted when it can no longer arrive. */
  removable(now: number, limit: number): JobRow[] {
    return this.#table.many(`WHERE state <> 'arriving' OR due_at <= ? LIMIT ?`, now, limit);
  }

  /** The time at which the next job of a closed workspace is removable. It is null if none is left. */
  removalDue(): number | null {
    const row = firstRow(
      this.#sql,
      `SELECT MIN(CASE state WHEN 'arriving' THEN due_at ELSE created_at END) AS due FROM jobs`,
    );
    return optionalNumber(row?.due);
  }

  save(row: JobRow): void {
    this.#table.save(toColumns(row));
  }

  /** Their bodies are deleted. Rows of jobs that were never accepted are deleted too. */
  forgetBodies(jobIds: readonly string[]): void {
    const ids = JSON.stringify(jobIds);
    const named = 'job_id IN (SELECT value FROM json_each(?))';
    this.#sql.exec(`DELETE FROM jobs WHERE state = 'dropped' AND ${named}`, ids);
    this.#sql.exec(`UPDATE jobs SET due_at = NULL WHERE ${named}`, ids);
  }

  remove(jobIds: readonly string[]): void {
    this.#sql.exec(
      'DELETE FROM jobs WHERE job_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(jobIds),
    );
  }

  removeExpired(now: number): void {
    this.#sql.exec('DELETE FROM jobs WHERE expires_at <= ? AND due_at IS NULL', now);
  }

  /** Ends the retention of the oldest jobs in this state beyond `limit`. */
  expireBeyond(state: JobState, limit: number, now: number): void {
    this.#sql.exec(
      `UPDATE jobs SET expires_at = ? WHERE job_id IN
         (SELECT job_id FROM jobs WHERE state = ? ORDER BY created_at DESC, job_id DESC LIMIT -1 OFFSET ?)`,
      now,
      state,
      limit,
    );
  }

  /** @param hasRoom whether another queued job can start */
  nextDue(hasRoom: boolean): number | null {
    const row = firstRow(
      this.#sql,
      `SELECT MIN(due) AS due FROM (
         SELECT MIN(due_at) AS due FROM jobs INDEXED BY jobs_by_deadline WHERE ${WITH_DEADLINE}
         UNION ALL
         SELECT MIN(due_at) FROM jobs INDEXED BY jobs_by_wait WHERE ${WAITING} AND ?
         UNION ALL
         SELECT MIN(expires_at) FROM jobs WHERE expires_at IS NOT NULL AND due_at IS NULL)`,
      hasRoom ? 1 : 0,
    );
    return optionalNumber(row?.due);
  }
}
