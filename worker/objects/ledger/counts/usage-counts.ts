import { ENVIRONMENTS } from '../../../../schema/permissions.ts';
import { readStored } from '../../../../schema/stored-value.ts';
import { dayOf, type DaySpan, oldestDayKept } from './day.ts';
import type { FileRecord, UsageCount } from '../protocol.ts';
import { allRows } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const USAGE_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS usage_counts (
      day TEXT NOT NULL,
      key_id TEXT NOT NULL,
      template_id TEXT NOT NULL,
      environment TEXT NOT NULL,
      generated INTEGER NOT NULL,
      PRIMARY KEY (day, key_id, template_id)
    );
  `,
};

export class UsageCounts {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  add(file: FileRecord): void {
    this.#sql.exec(
      `INSERT INTO usage_counts (day, key_id, template_id, environment, generated) VALUES (?, ?, ?, ?, 1)
       ON CONFLICT (day, key_id, template_id) DO UPDATE SET generated = generated + 1`,
      dayOf(file.createdAt),
      file.keyId,
      file.template?.id ?? '',
      file.environment,
    );
  }

  over({ from, to }: DaySpan): UsageCount[] {
    const statement = 'SELECT * FROM usage_counts WHERE day BETWEEN ? AND ? ORDER BY day';
    return allRows(this.#sql, statement, from, to).map((row) => ({
      day: String(row.day),
      keyId: String(row.key_id),
      templateId: row.template_id === '' ? null : String(row.template_id),
      environment: readStored(ENVIRONMENTS, row.environment, 'usage_counts.environment'),
      generated: Number(row.generated),
    }));
  }

  /** The days as one. */
  totals({ from, to }: DaySpan): { readonly live: number; readonly test: number } {
    const rows = allRows(
      this.#sql,
      'SELECT environment, SUM(generated) AS n FROM usage_counts WHERE day BETWEEN ? AND ? GROUP BY environment',
      from,
      to,
    );
    const countOf = (environment: string) =>
      Number(rows.find((row) => row.environment === environment)?.n ?? 0);
    return { live: countOf('live'), test: countOf('test') };
  }

  forgetOld(now: number): void {
    this.#sql.exec('DELETE FROM usage_counts WHERE day < ?', oldestDayKept(now));
  }
}
