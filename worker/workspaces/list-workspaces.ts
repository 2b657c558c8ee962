import { DEFAULT_PAGE_SIZE } from '../../schema/api/paging.ts';
import type { OperatedWorkspace } from '../../schema/console/workspaces.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import type { Services } from '../services.ts';
import { findAllWorkspaces } from './queries.ts';

export interface WorkspaceListing {
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** A page of the instance's workspaces with what each has used. @throws {ApiError} `VALIDATION_ERROR` */
export async function listWorkspaces(
  services: Services,
  { search = '', limit = DEFAULT_PAGE_SIZE, cursor }: WorkspaceListing,
): Promise<{ workspaces: OperatedWorkspace[]; nextCursor: string | null }> {
  const [createdAt = '', id = ''] = cursor === undefined ? [] : decodeCursor(cursor, 2);
  const rows = await findAllWorkspaces(services.database, {
    search,
    // One more tells whether there is another page.
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
