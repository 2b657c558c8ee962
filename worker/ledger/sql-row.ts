/** The ledger stores no blobs. */
export type SqlRow = Record<string, string | number | null>;

export const allRows = (sql: SqlStorage, statement: string, ...values: SqlStorageValue[]): SqlRow[] =>
  sql.exec<SqlRow>(statement, ...values).toArray();

export const firstRow = (sql: SqlStorage, statement: string, ...values: SqlStorageValue[]): SqlRow | null =>
  allRows(sql, statement, ...values)[0] ?? null;

export const optionalNumber = (value: SqlRow[string] | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

export const optionalText = (value: SqlRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** One statement for several. Workers allow five terms in a UNION. @param selections each finds one number, or null */
export const toColumns = (selections: readonly string[]): string =>
  `SELECT ${selections.map((selection, at) => `(${selection}) AS column${at}`).join(', ')}`;

/** @param columns by name, their types */
export function addColumns(sql: SqlStorage, table: string, columns: Readonly<Record<string, string>>): void {
  const known = new Set(allRows(sql, `PRAGMA table_info(${table})`).map((column) => column.name));
  for (const [name, type] of Object.entries(columns))
    if (!known.has(name)) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
}
