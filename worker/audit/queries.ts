import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditAction } from '../../schema/api/audit.ts';
import { auditTrail } from '../../schema/tables/audit-trail.ts';
import type { Database } from '../database.ts';

/** Who makes a change: the operator, or a key of the workspace. */
export type Actor = 'operator' | `key:${string}`;

export interface AuditEntry {
  readonly workspaceId: string;
  readonly at: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly subject: string;
  readonly detail?: Record<string, string | number>;
}

/** A change, as its readers see it. */
export type AuditRow = Pick<typeof auditTrail.$inferSelect, 'at' | 'actor' | 'action' | 'subject' | 'detail'>;

/** Newest first. */
export async function findAuditEntries(
  database: Database,
  workspaceId: string,
  limit: number,
): Promise<AuditRow[]> {
  const { at, actor, action, subject, detail } = auditTrail;
  return database
    .select({ at, actor, action, subject, detail })
    .from(auditTrail)
    .where(eq(auditTrail.workspaceId, workspaceId))
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
