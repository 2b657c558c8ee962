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
