import { firstRow, optionalNumber } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const REPORT_TABLES: Tables = {
  create:
    'CREATE TABLE IF NOT EXISTS service_report (id INTEGER PRIMARY KEY CHECK (id = 1), sent_at INTEGER NOT NULL)',
};

/** A workspace that is used writes one row into the database this often. */
const REPORT_MS = 60_000;

/**
 * Copies the numbers of the workspace to where the operator reads those of all workspaces, so that reading them wakes no
 * ledger (decision 56). Each report has all numbers, so the next one replaces a lost one.
 */
export class ServiceReport {
  readonly #sql: SqlStorage;
  readonly #send: (now: number) => Promise<void>;
  #sentAt: number | null;

  constructor(sql: SqlStorage, send: (now: number) => Promise<void>) {
    this.#sql = sql;
    this.#send = send;
    this.#sentAt = optionalNumber(firstRow(sql, 'SELECT sent_at FROM service_report')?.sent_at);
  }

  /** Usually not. */
  isDue(now: number): boolean {
    return this.#sentAt === null || now >= this.#sentAt + REPORT_MS;
  }

  /** Never throws. */
  async sendIfDue(now: number): Promise<void> {
    if (!this.isDue(now)) return;
    this.#sentAt = now;
    this.#sql.exec('INSERT OR REPLACE INTO service_report (id, sent_at) VALUES (1, ?)', now);
    try {
      await this.#send(now);
    } catch (error) {
      console.warn(JSON.stringify({ event: 'service_report_failed', cause: String(error) }));
    }
  }
}
