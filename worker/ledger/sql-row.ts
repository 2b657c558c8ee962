/** The ledger stores no blobs. */
export type SqlRow = Record<string, string | number | null>;

export const allRows = (sql: SqlStorage, statement: string, ...values: SqlStorageValue[]): SqlRow[] =>
  sql.exec<SqlRow>(statement, ...values).toArray();

export const firstRow = (sql: SqlStorage, statement: string, ...values: SqlStorageValue[]): SqlRow | null =>
  allRows(sql, statement, ...values)[0] ?? null;
