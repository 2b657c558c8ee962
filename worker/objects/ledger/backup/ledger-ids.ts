import { firstRow } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const ID_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS ledger_ids (id TEXT PRIMARY KEY, is_own INTEGER NOT NULL);
  `,
};

/** A ledger refuses its own copy, and a copy that it has already. So it knows their ids. A lost ledger has no ids. */
export class LedgerIds {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The first copy makes it. */
  own(): string {
    const known = firstRow(this.#sql, 'SELECT id FROM ledger_ids WHERE is_own = 1');
    if (known !== null) return String(known.id);
    const id = crypto.randomUUID();
    this.#sql.exec('INSERT INTO ledger_ids (id, is_own) VALUES (?, 1)', id);
    return id;
  }

  /** The ledger's own id, or that of a copy that was restored. */
  has(id: string): boolean {
    return firstRow(this.#sql, 'SELECT 1 FROM ledger_ids WHERE id = ?', id) !== null;
  }

  addRestored(id: string): void {
    this.#sql.exec('INSERT INTO ledger_ids (id, is_own) VALUES (?, 0)', id);
  }
}
