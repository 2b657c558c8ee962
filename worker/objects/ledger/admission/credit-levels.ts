import { type Balance, creditLevelOf, ENOUGH } from './credits.ts';
import { firstRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const CREDIT_LEVEL_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS credit_level (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      month TEXT NOT NULL,
      level INTEGER NOT NULL
    );
  `,
};

/** Remembers what was reported, so that each level is reported once a month. More credits start this again. */
export class CreditLevels {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Returns whether the credits have become low, or have run out, since the last call. */
  fellTo(balance: Balance, quotaLimit: number): boolean {
    const row = firstRow(this.#sql, 'SELECT month, level FROM credit_level');
    const before = row?.month === balance.month ? Number(row.level) : ENOUGH;
    const level = creditLevelOf(balance, quotaLimit);
    if (level !== before) {
      this.#sql.exec(
        'INSERT OR REPLACE INTO credit_level (id, month, level) VALUES (1, ?, ?)',
        balance.month,
        level,
      );
    }
    return level > before;
  }
}
