import { workspacePrefix } from '../../adapters/r2/keys.ts';
import type { R2Store } from '../../adapters/r2/r2.ts';
import { firstRow } from '../storage/sql-row.ts';
import type { Tables } from '../storage/tables.ts';

/** One alarm deletes this many pages of 1,000 objects. The next alarm continues. */
const PAGES_PER_ALARM = 20;

export const CLOSING_TABLES: Tables = {
  create:
    'CREATE TABLE IF NOT EXISTS closing (id INTEGER PRIMARY KEY CHECK (id = 1), since INTEGER NOT NULL)',
};

export const CLOSING_DUE = ['SELECT since FROM closing'];

/** A closed workspace whose files, jobs or templates are not all deleted. The row stays until nothing is left. */
export class Closing {
  readonly #sql: SqlStorage;
  readonly #templates: R2Store;

  constructor(sql: SqlStorage, templates: R2Store) {
    this.#sql = sql;
    this.#templates = templates;
  }

  begin(now: number): void {
    this.#sql.exec('INSERT OR IGNORE INTO closing (id, since) VALUES (1, ?)', now);
  }

  get #isUnderWay(): boolean {
    return firstRow(this.#sql, 'SELECT 1 FROM closing') !== null;
  }

  /** Deletes the objects of templates. @param isRestGone whether the alarm has deleted everything else */
  async sweep(workspaceId: string, isRestGone: () => boolean): Promise<void> {
    if (!this.#isUnderWay) return;
    const isEmpty = await this.#templates.deleteUnder(workspacePrefix(workspaceId), PAGES_PER_ALARM);
    if (isEmpty && isRestGone()) this.#sql.exec('DELETE FROM closing');
  }
}
