import { allRows, type SqlRow } from './sql-row.ts';

/** A table of accepted work. Rows of `arriving` and `dropped` are not listed. */
interface ListedTable {
  readonly name: 'jobs' | 'batches';
  readonly id: 'job_id' | 'batch_id';
}

interface ListedPage {
  readonly limit: number;
  readonly state: string | undefined;
  /** The last row of the previous page. */
  readonly after: { readonly createdAt: number; readonly id: string } | undefined;
}

/** Each page is one scan of an index. */
export function newestFirst(
  sql: SqlStorage,
  { name, id }: ListedTable,
  { limit, state, after }: ListedPage,
  now: number,
): SqlRow[] {
  const conditions = ['(expires_at IS NULL OR expires_at > ?)'];
  const values: SqlStorageValue[] = [now];
  if (state === undefined) conditions.push(`state NOT IN ('arriving', 'dropped')`);
  else {
    conditions.push('state = ?');
    values.push(state);
  }
  if (after !== undefined) {
    conditions.push(`(created_at, ${id}) < (?, ?)`);
    values.push(after.createdAt, after.id);
  }
  return allRows(
    sql,
    `SELECT * FROM ${name} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, ${id} DESC LIMIT ?`,
    ...values,
    limit,
  );
}
