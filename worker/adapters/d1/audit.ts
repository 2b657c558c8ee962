import {
  and,
  asc,
  type Column,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  lt,
  max,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AuditAction } from '../../../schema/api/audit.ts';
import { apiKeys } from '../../../schema/tables/api-keys.ts';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import { people } from '../../../schema/tables/people.ts';
import { type Database, isOneOf } from './database.ts';

/** The query that makes the change writes the entry in the same batch. */
export interface AuditEntry {
  readonly workspaceId: string;
  /** ISO 8601. */
  readonly at: string;
  /** `operator`, `key:ID` or `person:ID`. */
  readonly actor: string;
  readonly action: AuditAction;
  /** The id of what was changed. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, string | number>>;
}

const { workspaceId: _, ...shownColumns } = getTableColumns(auditTrail);

export interface AuditRow extends Omit<typeof auditTrail.$inferSelect, 'workspaceId'> {
  /** It is null for the operator, and if the person or the key was deleted. */
  readonly actorName: string | null;
}

/** Ids start with their kind, so only one kind can match. */
const isActor = (kind: 'person' | 'key', id: Column) =>
  sql`${id} = substr(${auditTrail.actor}, ${kind.length + 2})`;

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

export interface AuditFilter {
  /** If null, the entries of all workspaces, each with its workspace. */
  readonly workspaceId: string | null;
  /** The id of the last entry of the previous page. */
  readonly after: number;
  readonly limit: number;
  /** ISO 8601, with milliseconds. */
  readonly from: string | undefined;
  /** Exclusive. */
  readonly to: string | undefined;
}

/** Oldest first. */
export function findAuditPage(
  database: Database,
  { workspaceId, after, limit, from, to }: AuditFilter,
): Promise<AuditRow[]> {
  const actorName = sql<string | null>`COALESCE(${people.name}, ${apiKeys.name})`;
  const columns = workspaceId === null ? getTableColumns(auditTrail) : shownColumns;
  return database
    .select({ ...columns, actorName })
    .from(auditTrail)
    .leftJoin(people, isActor('person', people.id))
    .leftJoin(apiKeys, and(isActor('key', apiKeys.id), eq(apiKeys.workspaceId, auditTrail.workspaceId)))
    .where(
      and(
        gt(auditTrail.id, after),
        workspaceId === null ? undefined : eq(auditTrail.workspaceId, workspaceId),
        from === undefined ? undefined : gte(auditTrail.at, from),
        to === undefined ? undefined : lt(auditTrail.at, to),
      ),
    )
    .orderBy(asc(auditTrail.id))
    .limit(limit);
}

export type LastChange = Pick<AuditRow, 'at' | 'actor' | 'actorName' | 'action' | 'subject'>;

/** The newest entry of each subject that has one. */
export async function findLastChanges(
  database: Database,
  workspaceId: string,
  subjects: readonly string[],
): Promise<Map<string, LastChange>> {
  const { at, actor, action, subject, id } = auditTrail;
  const actorName = sql<string | null>`COALESCE(${people.name}, ${apiKeys.name})`;
  const rows = await database
    .select({ at, actor, actorName, action, subject, newest: max(id) })
    .from(auditTrail)
    .leftJoin(people, isActor('person', people.id))
    .leftJoin(apiKeys, and(isActor('key', apiKeys.id), eq(apiKeys.workspaceId, workspaceId)))
    .where(and(eq(auditTrail.workspaceId, workspaceId), isOneOf(subject, subjects)))
    .groupBy(subject);
  return new Map(rows.map(({ newest: _newest, ...change }) => [change.subject, change]));
}

/** Goes into the batch that makes the change, so that both happen or neither. */
export const auditStatement = (database: Database, entry: AuditEntry) =>
  database.insert(auditTrail).values({ ...entry, detail: entry.detail ?? {} });

export const auditStatementIf = (database: Database, condition: SQL, entry: AuditEntry) =>
  database.insert(auditTrail).select(sql`
    SELECT NULL, ${entry.workspaceId}, ${entry.at}, ${entry.actor}, ${entry.action}, ${entry.subject},
      ${JSON.stringify(entry.detail ?? {})}
    WHERE ${condition}`);
