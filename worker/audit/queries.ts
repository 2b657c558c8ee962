import { and, type Column, desc, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm';
import type { AuditAction } from '../../schema/api/audit.ts';
import { apiKeys } from '../../schema/tables/api-keys.ts';
import { auditTrail } from '../../schema/tables/audit-trail.ts';
import { people } from '../../schema/tables/people.ts';
import type { Database } from '../database.ts';

/** Who makes a change: the operator, a key of the workspace, or a person in the dashboard. */
export type Actor = 'operator' | `key:${string}` | `person:${string}`;

export interface AuditEntry {
  readonly workspaceId: string;
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail?: Record<string, string | number>;
}

const { workspaceId: _, ...shownColumns } = getTableColumns(auditTrail);

/** A change, as its readers see it. */
export interface AuditRow extends Omit<typeof auditTrail.$inferSelect, 'workspaceId'> {
  /** The name of the person or key; null where that is gone, and for the operator. */
  readonly actorName: string | null;
}

/** Ids have their kind in them, so no other actor's text ends like one. */
const isActor = (kind: 'person' | 'key', id: Column) =>
  sql`${id} = substr(${auditTrail.actor}, ${kind.length + 2})`;

/** Newest first, those before the entry `before`. */
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

/** The statement that tells of a change: for the batch that makes it, so that both happen or neither. */
export const auditStatement = (database: Database, entry: AuditEntry) =>
  database.insert(auditTrail).values({ ...entry, detail: entry.detail ?? {} });

/** The same where the change may turn out to be none: told only if the condition holds at its place. */
export const auditStatementIf = (database: Database, condition: SQL, entry: AuditEntry) =>
  database.insert(auditTrail).select(sql`
    SELECT NULL, ${entry.workspaceId}, ${entry.at}, ${entry.actor}, ${entry.action}, ${entry.subject},
      ${JSON.stringify(entry.detail ?? {})}
    WHERE ${condition}`);
