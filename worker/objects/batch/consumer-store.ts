import { firstRow, optionalNumber } from '../storage/sql-row.ts';
import type { Tables } from '../storage/tables.ts';

export const CONSUMER_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS lanes (
      lane_id TEXT PRIMARY KEY,
      runner_id TEXT,
      due_at INTEGER NOT NULL
    );
  `,
};

/**
 * The consumers of a batch, each of which is a message in the queue before it runs. One that does not report
 * in time is lost, and another one is rung.
 */
export class ConsumerStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add(laneId: string, dueAt: number): void {
    this.#sql.exec('INSERT INTO lanes (lane_id, due_at) VALUES (?, ?)', laneId, dueAt);
  }

  count(): number {
    return Number(firstRow(this.#sql, 'SELECT COUNT(*) AS n FROM lanes')?.n ?? 0);
  }

  /** False if the consumer has ended, or another delivery of its message runs it. */
  hold(laneId: string, runnerId: string, dueAt: number): boolean {
    const row = firstRow(this.#sql, 'SELECT runner_id FROM lanes WHERE lane_id = ?', laneId);
    if (row === null) return this.#replace(laneId, runnerId, dueAt);
    if (row.runner_id !== null && row.runner_id !== runnerId) return false;
    this.#sql.exec('UPDATE lanes SET runner_id = ?, due_at = ? WHERE lane_id = ?', runnerId, dueAt, laneId);
    return true;
  }

  /**
   * A consumer that was taken for lost gets the place of one that has not started yet. Without this, a queue that is slow
   * for a while would deliver only messages that were replaced.
   */
  #replace(laneId: string, runnerId: string, dueAt: number): boolean {
    const statement = `UPDATE lanes SET lane_id = ?, runner_id = ?, due_at = ?
      WHERE lane_id = (SELECT lane_id FROM lanes WHERE runner_id IS NULL LIMIT 1) RETURNING lane_id`;
    return firstRow(this.#sql, statement, laneId, runnerId, dueAt) !== null;
  }

  renew(laneId: string, runnerId: string, dueAt: number): void {
    const statement = 'UPDATE lanes SET due_at = ? WHERE lane_id = ? AND runner_id = ?';
    this.#sql.exec(statement, dueAt, laneId, runnerId);
  }

  leave(laneId: string, runnerId: string): void {
    this.#sql.exec(
      'DELETE FROM lanes WHERE lane_id = ? AND (runner_id = ? OR runner_id IS NULL)',
      laneId,
      runnerId,
    );
  }

  removeLost(now: number): void {
    this.#sql.exec('DELETE FROM lanes WHERE due_at <= ?', now);
  }

  nextDue(): number | null {
    const row = firstRow(this.#sql, 'SELECT MIN(due_at) AS due FROM lanes');
    return optionalNumber(row?.due);
  }
}
