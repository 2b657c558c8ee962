import { and, type Column, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import { apiKeys } from '../../schema/tables/api-keys.ts';
import { auditTrail } from '../../schema/tables/audit-trail.ts';
import { people } from '../../schema/tables/people.ts';
import type { Database } from '../database.ts';
import type { AuditEntry } from './audit-entry.ts';

const { workspaceId: _, ...shownColumns } = getTableColumns(auditTrail);

export interface AuditRow extends Omit<typeof auditTrail.$inferSelect, 'workspaceId'> {
  /** The name of the person or the key; null if it was deleted, and for the operator. */
  readonly actorName: string | null;
}

/** Matches an id with the end of the actor's text. Ids start with their kind, so only one kind can match. */
const isActor = (kind: 'person' | 'key', id: Column) =>
  sql`${id} = substr(${auditTrail.actor}, ${kind.length + 2})`;

/** Newest first. @param before only entries with a smaller id */
export async function findAuditEntries(
  database: Database,
  workspaceId: string,
  limit: number,
  before: number,
): Promise<AuditRow[]> {
  return database
    .select({ ...shownColumns, actorName: sql<string | null>`COALESCE(${people.name}, ${apiKeys.name})` })
    .from(auditTrail)
    .leftJoin(people, isActor('person', people.id))
    .leftJoin(apiKeys, and(isActor('key', apiKeys.id), eq(apiKeys.workspaceId, workspaceId)))
    .where(and(eq(auditTrail.workspaceId, workspaceId), lt(auditTrail.id, before)))
    .orderBy(desc(auditTrail.id))
    .limit(limit);
}

/** Goes into the batch that makes the change, so that both happen or neither. */
export const auditStatement = (database: Database, entry: AuditEntry) =>
  database.insert(auditTrail).values({ ...entry, detail: entry.detail ?? {} });

/** The same for a change that may not happen: the entry is written only if the condition holds. */
export const auditStatementIf = (database: Database, condition: SQL, entry: AuditEntry) =>
  database.insert(auditTrail).select(sql`
    SELECT NULL, ${entry.workspaceId}, ${entry.at}, ${entry.actor}, ${entry.action}, ${entry.subject},
      ${JSON.stringify(entry.detail ?? {})}
    WHERE ${condition}`);
