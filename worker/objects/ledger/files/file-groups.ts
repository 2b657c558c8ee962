import { allRows } from '../../storage/sql-row.ts';
import type { Tables } from '../../storage/tables.ts';

export const GROUP_TABLES: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS file_groups (
      file_id TEXT PRIMARY KEY,
      lead_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      pages TEXT
    );
    CREATE INDEX IF NOT EXISTS file_groups_by_lead ON file_groups (lead_id, position);
  `,
};

/** A file that was made together with others, and its pages in the file that was split: `4-6`. */
export interface GroupEntry {
  readonly fileId: string;
  readonly pages: string;
}

/**
 * One request can make or need more than one file: further files, or objects that are no files. A group has the id of the
 * first file, which holds the idempotency key and is the file of the job (decision 39).
 */
export class FileGroups {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Reservations that end with that of the first file. */
  hold(leadId: string, fileIds: readonly string[]): void {
    for (const fileId of fileIds) this.#add(leadId, fileId, 0, null);
  }

  /** The ids of the reservations, until the group is settled. */
  heldBy(leadId: string): string[] {
    const statement = 'SELECT file_id FROM file_groups WHERE lead_id = ? AND pages IS NULL';
    return allRows(this.#sql, statement, leadId).map((row) => String(row.file_id));
  }

  /** The reservations have ended. @param entries the files of the group, with the first one; none if it has no others */
  settle(leadId: string, entries: readonly GroupEntry[]): void {
    this.#sql.exec('DELETE FROM file_groups WHERE lead_id = ?', leadId);
    for (const [position, { fileId, pages }] of entries.entries()) this.#add(leadId, fileId, position, pages);
  }

  /** In their order. Empty for a file that was made alone. */
  entriesOf(leadId: string): GroupEntry[] {
    const statement =
      'SELECT file_id, pages FROM file_groups WHERE lead_id = ? AND pages IS NOT NULL ORDER BY position';
    const rows = allRows(this.#sql, statement, leadId);
    return rows.map((row) => ({ fileId: String(row.file_id), pages: String(row.pages) }));
  }

  /** The first files of the groups that have these files. */
  leadsOf(fileIds: readonly string[]): string[] {
    const statement =
      'SELECT DISTINCT lead_id FROM file_groups WHERE file_id IN (SELECT value FROM json_each(?))';
    return allRows(this.#sql, statement, JSON.stringify(fileIds)).map((row) => String(row.lead_id));
  }

  remove(fileIds: readonly string[]): void {
    const statement = 'DELETE FROM file_groups WHERE file_id IN (SELECT value FROM json_each(?))';
    this.#sql.exec(statement, JSON.stringify(fileIds));
  }

  #add(leadId: string, fileId: string, position: number, pages: string | null): void {
    this.#sql.exec(
      'INSERT OR REPLACE INTO file_groups (file_id, lead_id, position, pages) VALUES (?, ?, ?, ?)',
      fileId,
      leadId,
      position,
      pages,
    );
  }
}
