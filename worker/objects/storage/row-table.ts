import { allRows, firstRow, type SqlRow } from './sql-row.ts';

interface TableForm<Row> {
  readonly name: string;
  /** The column of the primary key. */
  readonly key: string;
  readonly read: (columns: SqlRow) => Row;
}

interface PageFilter {
  readonly limit: number;
  readonly state?: string | undefined;
  /** The last row of the previous page. */
  readonly after: { readonly createdAt: number; readonly id: string } | undefined;
}

/** Reads and writes whole rows of one table. `where` is the SQL that follows its name in a selection. */
export class RowTable<Row> {
  readonly #sql: SqlStorage;
  readonly #form: TableForm<Row>;

  constructor(sql: SqlStorage, form: TableForm<Row>) {
    this.#sql = sql;
    this.#form = form;
  }

  one(where: string, ...values: SqlStorageValue[]): Row | null {
    const columns = firstRow(this.#sql, `SELECT * FROM ${this.#form.name} ${where}`, ...values);
    return columns && this.#form.read(columns);
  }

  many(where: string, ...values: SqlStorageValue[]): Row[] {
    return allRows(this.#sql, `SELECT * FROM ${this.#form.name} ${where}`, ...values).map(this.#form.read);
  }

  count(where: string, ...values: SqlStorageValue[]): number {
    const statement = `SELECT COUNT(*) AS n FROM ${this.#form.name} ${where}`;
    return Number(firstRow(this.#sql, statement, ...values)?.n ?? 0);
  }

  /** Adds the row, or replaces the one with its key. */
  save(columns: SqlRow): void {
    const { name, key } = this.#form;
    const names = Object.keys(columns);
    this.#sql.exec(
      `INSERT INTO ${name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
       ON CONFLICT (${key}) DO UPDATE SET ${names.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      ...Object.values(columns),
    );
  }

  /**
   * A page of accepted work, in one scan of an index. Without a state, rows of `arriving` and `dropped` are left out: they were
   * not accepted.
   */
  newestFirst(
    { limit, state, after }: PageFilter,
    now: number,
  ): { readonly rows: readonly Row[]; readonly more: boolean } {
    const { key } = this.#form;
    const conditions = ['(expires_at IS NULL OR expires_at > ?)'];
    const values: SqlStorageValue[] = [now];
    if (state === undefined) conditions.push(`state NOT IN ('arriving', 'dropped')`);
    else {
      conditions.push('state = ?');
      values.push(state);
    }
    if (after !== undefined) {
      conditions.push(`(created_at, ${key}) < (?, ?)`);
      values.push(after.createdAt, after.id);
    }
    const where = `WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, ${key} DESC LIMIT ?`;
    const rows = this.many(where, ...values, limit + 1);
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  }
}
