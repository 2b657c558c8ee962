import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { apiKeys } from '../../../schema/tables/api-keys.ts';
import { memberships } from '../../../schema/tables/memberships.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { contains, type Database } from '../../database.ts';

export interface WorkspaceFilter {
  /** A part of the name. */
  readonly search: string;
  readonly limit: number;
  /** The last one of the page before. */
  readonly after: { readonly createdAt: string; readonly id: string } | null;
  readonly now: string;
}

/** All workspaces of the instance, newest first, with how many people and active keys each has. */
export function findAllWorkspaces(database: Database, { search, limit, after, now }: WorkspaceFilter) {
  const { id, name, plan, createdAt } = workspaces;
  const people = database.$count(memberships, eq(memberships.workspaceId, id));
  const unexpired = or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > ${now}`);
  const activeKeys = database.$count(
    apiKeys,
    and(eq(apiKeys.workspaceId, id), isNull(apiKeys.revokedAt), unexpired),
  );
  return database
    .select({ id, name, plan, createdAt, people, activeKeys })
    .from(workspaces)
    .where(
      and(
        search === '' ? undefined : contains(name, search),
        after === null
          ? undefined
          : or(lt(createdAt, after.createdAt), and(eq(createdAt, after.createdAt), lt(id, after.id))),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit);
}
