import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type PageQuery } from '../../../schema/api/paging.ts';
import type { Ctx, InstanceCtx } from '../../ctx.ts';
import { decodeNumber, encodeCursor } from '../../lib/cursor.ts';
import { type AuditRow, findAuditEntries } from '../../adapters/d1/audit.ts';

export async function listAuditEntries(
  { services, workspace }: Ctx,
  { limit = DEFAULT_PAGE_SIZE, cursor }: PageQuery,
): Promise<{ entries: AuditRow[]; nextCursor: string | null }> {
  const rows = await findAuditEntries(services.database, workspace.id, limit + 1, decodeNumber(cursor));
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { entries, nextCursor: rows.length > limit && last ? encodeCursor([String(last.id)]) : null };
}

/** Also works for a deleted workspace. */
export const listLatestAuditEntries = ({ services }: InstanceCtx, workspaceId: string): Promise<AuditRow[]> =>
  findAuditEntries(services.database, workspaceId, MAX_PAGE_SIZE, decodeNumber(undefined));
