import { DEFAULT_PAGE_SIZE } from '../../../schema/api/paging.ts';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import type { InstanceCtx } from '../../ctx.ts';
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts';
import { findAllWorkspaces } from '../../adapters/d1/workspaces.ts';

export interface WorkspaceQuery {
  /** A part of the name. */
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Newest first. @throws {ApiError} `VALIDATION_ERROR` for a cursor of another list */
export async function listWorkspaces(
  { services }: InstanceCtx,
  { search = '', limit = DEFAULT_PAGE_SIZE, cursor }: WorkspaceQuery,
): Promise<{ workspaces: OperatedWorkspace[]; nextCursor: string | null }> {
  const [createdAt = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, 2);
  const rows = await findAllWorkspaces(services.database, {
    search,
    // One extra row shows whether another page follows.
    limit: limit + 1,
    after: cursor === undefined ? null : { createdAt, id },
    now: new Date(services.now()).toISOString(),
  });
  const page = rows.slice(0, limit);
  const workspaces = await Promise.all(
    page.map(async (row) => ({ ...row, ...(await services.ledger(row.id).account(row.plan)) })),
  );
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { workspaces, nextCursor: last === undefined ? null : encodeCursor([last.createdAt, last.id]) };
}
