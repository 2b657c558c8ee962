import { BATCH_STATES, type BatchState } from '../../../../schema/batches.ts';
import { ENVIRONMENTS, type Environment } from '../../../../schema/permissions.ts';
import { PLAN_IDS, type PlanId } from '../../../../schema/plans.ts';
import { readStored } from '../../../../schema/stored-value.ts';
import type { BatchRecord } from '../../batch/protocol.ts';
import type { BatchFilter } from './batch-protocol.ts';
import { RowTable } from '../../storage/row-table.ts';
import { allRows, firstRow, optionalNumber, optionalText, type SqlRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

/** `arriving`: its rows are not stored yet. `dropped`: it was never accepted, and its rows are to be deleted. */
export type ListedState = 'arriving' | 'dropped' | BatchState;

const STATES: readonly ListedState[] = ['arriving', 'dropped', ...BATCH_STATES];

const OPEN = `('arriving', 'queued', 'running', 'paused', 'assembling')`;
const ENDED = `('completed', 'failed', 'canceled')`;

export const BATCH_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS batches (
      batch_id TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      key_id TEXT NOT NULL,
      plan TEXT NOT NULL,
      environment TEXT NOT NULL,
      idempotency_key TEXT,
      body_hash TEXT,
      created_at INTEGER NOT NULL,
      due_at INTEGER,
      expires_at INTEGER,
      revision INTEGER NOT NULL,
      wanted INTEGER NOT NULL,
      pauses INTEGER NOT NULL,
      ends INTEGER NOT NULL,
      record TEXT
    );
    CREATE INDEX IF NOT EXISTS batches_by_age ON batches (created_at, batch_id);
    CREATE INDEX IF NOT EXISTS batches_by_state ON batches (state, created_at, batch_id);
    CREATE INDEX IF NOT EXISTS batches_by_due ON batches (due_at) WHERE due_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS batches_by_expiry ON batches (expires_at) WHERE expires_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS batches_by_claim ON batches (environment, idempotency_key, created_at)
      WHERE idempotency_key IS NOT NULL;
  `,
};

export const BATCHES_DUE = [
  'SELECT MIN(due_at) FROM batches WHERE due_at IS NOT NULL',
  'SELECT MIN(expires_at) FROM batches WHERE expires_at IS NOT NULL',
];

export interface ListedBatch {
  readonly batchId: string;
  readonly state: ListedState;
  readonly keyId: string;
  readonly plan: PlanId;
  readonly environment: Environment;
  readonly idempotencyKey: string | null;
  readonly bodyHash: string | null;
  readonly createdAt: number;
  /** The time at which the alarm has work with it. */
  readonly dueAt: number | null;
  readonly expiresAt: number | null;
  readonly revision: number;
  /** Rows that want to run, as the desk reported last. */
  readonly wanted: number;
  readonly pauses: number;
  readonly ends: number;
  /** As the desk reported last. It is null before the batch is accepted. */
  readonly record: BatchRecord | null;
}

/** The batches of a workspace. Their rows are in their desks. */
export class BatchList {
  readonly #sql: SqlStorage;
  readonly #table: RowTable<ListedBatch>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#table = new RowTable(sql, { name: 'batches', key: 'batch_id', read: toListed });
  }

  find(batchId: string): ListedBatch | null {
    return this.#table.one('WHERE batch_id = ?', batchId);
  }

  /** The newest accepted batch with this idempotency key. */
  ofClaim(environment: Environment, key: string, since: number): ListedBatch | null {
    return this.#table.one(
      `WHERE environment = ? AND idempotency_key = ? AND created_at > ?
         AND state NOT IN ('arriving', 'dropped') ORDER BY created_at DESC LIMIT 1`,
      environment,
      key,
      since,
    );
  }

  list({ after, ...filter }: BatchFilter, now: number) {
    const last = after && { createdAt: after.createdAt, id: after.batchId };
    return this.#table.newestFirst({ ...filter, after: last }, now);
  }

  countOpen(): number {
    return this.#table.count(`WHERE state IN ${OPEN}`);
  }

  /** Counts the batches that have not ended. */
  countByState(): Map<string, number> {
    const rows = allRows(
      this.#sql,
      `SELECT state, COUNT(*) AS n FROM batches WHERE state IN ${OPEN} GROUP BY state`,
    );
    return new Map(rows.map((row) => [String(row.state), Number(row.n)]));
  }

  /** Rows that want to run, of all batches. */
  countWanted(): number {
    const row = firstRow(
      this.#sql,
      `SELECT SUM(wanted) AS n FROM batches WHERE state IN ('queued', 'running')`,
    );
    return Number(row?.n ?? 0);
  }

  paused(): ListedBatch[] {
    return this.#table.many(`WHERE state = 'paused'`);
  }

  due(now: number): ListedBatch[] {
    return this.#table.many('WHERE due_at <= ? ORDER BY due_at', now);
  }

  expired(now: number, limit: number): ListedBatch[] {
    return this.#table.many(
      `WHERE expires_at <= ? AND state IN ${ENDED} ORDER BY expires_at LIMIT ?`,
      now,
      limit,
    );
  }

  /** Batches of a closed workspace, in any order. */
  next(limit: number): ListedBatch[] {
    return this.#table.many('LIMIT ?', limit);
  }

  save(batch: ListedBatch): void {
    this.#table.save(toColumns(batch));
  }

  remove(batchId: string): void {
    this.#sql.exec('DELETE FROM batches WHERE batch_id = ?', batchId);
  }

  /** Ends the retention of the oldest batches that have ended, beyond `limit`. */
  expireBeyond(limit: number, now: number): void {
    this.#sql.exec(
      `UPDATE batches SET expires_at = ? WHERE batch_id IN
         (SELECT batch_id FROM batches WHERE state IN ${ENDED}
          ORDER BY created_at DESC, batch_id DESC LIMIT -1 OFFSET ?)`,
      now,
      limit,
    );
  }

  /** Returns null if there is none. */
  firstCreated(): number | null {
    const row = firstRow(this.#sql, 'SELECT MIN(created_at) AS first FROM batches');
    return optionalNumber(row?.first);
  }
}

const toColumns = (batch: ListedBatch): SqlRow => ({
  batch_id: batch.batchId,
  state: batch.state,
  key_id: batch.keyId,
  plan: batch.plan,
  environment: batch.environment,
  idempotency_key: batch.idempotencyKey,
  body_hash: batch.bodyHash,
  created_at: batch.createdAt,
  due_at: batch.dueAt,
  expires_at: batch.expiresAt,
  revision: batch.revision,
  wanted: batch.wanted,
  pauses: batch.pauses,
  ends: batch.ends,
  record: batch.record === null ? null : JSON.stringify(batch.record),
});

const toListed = (row: SqlRow): ListedBatch => ({
  batchId: String(row.batch_id),
  state: readStored(STATES, row.state, 'batches.state'),
  keyId: String(row.key_id),
  plan: readStored(PLAN_IDS, row.plan, 'batches.plan'),
  environment: readStored(ENVIRONMENTS, row.environment, 'batches.environment'),
  idempotencyKey: optionalText(row.idempotency_key),
  bodyHash: optionalText(row.body_hash),
  createdAt: Number(row.created_at),
  dueAt: optionalNumber(row.due_at),
  expiresAt: optionalNumber(row.expires_at),
  revision: Number(row.revision),
  wanted: Number(row.wanted),
  pauses: Number(row.pauses),
  ends: Number(row.ends),
  record: row.record === null ? null : parseRecord(String(row.record)),
});

/** Written by `save`. */
function parseRecord(json: string): BatchRecord {
  const record: BatchRecord = JSON.parse(json);
  return record;
}
