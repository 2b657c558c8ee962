import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageQuery } from '../../schema/api/paging.ts';
import { decodeNumber, encodeCursor } from '../cursor.ts';
import type { Services } from '../services.ts';
import { type AuditRow, findAuditEntries } from './queries.ts';

/** A page of the changes of a workspace, also of one that is deleted, newest first. */
export async function listAuditEntries(
  services: Services,
  workspaceId: string,
  { limit = DEFAULT_PAGE_SIZE, cursor }: PageQuery,
): Promise<{ entries: AuditRow[]; nextCursor: string | null }> {
  const rows = await findAuditEntries(services.database, workspaceId, limit + 1, decodeNumber(cursor));
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: rows.length > limit && last ? encodeCursor([String(last.id)]) : null };
}

/** What happened lately, as an operator asks for it. */
export async function latestAuditEntries(
  services: Services,
  workspaceId: string,
): Promise<{ entries: AuditRow[] }> {
  const { entries } = await listAuditEntries(services, workspaceId, { limit: MAX_PAGE_SIZE });
  return { entries };
}
