import { sql } from 'drizzle-orm';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import { memberships } from '../../../schema/tables/memberships.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from '../../audit/queries.ts';
import type { Database } from '../../database.ts';
import type { WorkspaceRecord } from '../../workspaces/queries.ts';
import type { NewPerson } from '../../people/new-person.ts';
import { nobodyExists, personExists, personStatements } from '../../people/queries.ts';

/**
 * Makes the first person, their workspace and its owner in one transaction, whose first statement makes the
 * person only where nobody is and on which all others depend. So of many who try at once one succeeds, and
 * an attempt that fails leaves nothing behind.
 *
 * @param adopting also makes the person owner of every workspace that nobody is in
 * @returns whether it was this attempt that succeeded
 */
export async function insertOwner(
  database: Database,
  person: NewPerson,
  workspace: WorkspaceRecord,
  entry: AuditEntry,
  adopting: boolean,
): Promise<boolean> {
  const { id, name, plan, createdAt } = workspace;
  const made = personExists(person.id);
  const isNew = sql`${workspaces.id} = ${id}`;
  const isEmpty = sql`NOT EXISTS (
    SELECT 1 FROM ${memberships} AS m WHERE m.workspace_id = ${workspaces.id})`;
  const [inserted] = await database.batch([
    ...personStatements(database, person, Date.parse(createdAt), nobodyExists),
    database.insert(workspaces).select(sql`SELECT ${id}, ${name}, ${plan}, ${createdAt} WHERE ${made}`),
    auditStatementIf(database, made, entry),
    database.insert(memberships).select(sql`
      SELECT ${workspaces.id}, ${person.id}, 'owner', ${createdAt} FROM ${workspaces}
      WHERE ${made} AND ${adopting ? isEmpty : isNew}`),
    database.insert(auditTrail).select(sql`
      SELECT NULL, ${memberships.workspaceId}, ${createdAt}, ${entry.actor}, 'person.joined', ${person.id},
        json_object('name', ${person.name}, 'role', 'owner')
      FROM ${memberships} WHERE ${memberships.personId} = ${person.id}`),
  ]);
  return inserted.meta.changes === 1;
}
