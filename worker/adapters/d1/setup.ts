import { sql } from 'drizzle-orm';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import { memberships } from '../../../schema/tables/memberships.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import type { Database } from './database.ts';
import type { WorkspaceRecord } from './workspaces.ts';
import type { NewPerson } from './new-person.ts';
import { noOneExists, personExists, personStatements } from './people.ts';

/**
 * The first statement inserts the person only if there is none, and the others depend on it. So one of
 * several parallel requests succeeds, and the others change nothing.
 *
 * @param adopting makes the person the owner of every other workspace without people too
 * @returns whether this request inserted the owner
 */
export async function insertOwner(
  database: Database,
  person: NewPerson,
  workspace: WorkspaceRecord,
  entry: AuditEntry,
  adopting: boolean,
): Promise<boolean> {
  const { id, name, plan, createdAt } = workspace;
  const inserted = personExists(person.id);
  const isNew = sql`${workspaces.id} = ${id}`;
  const isEmpty = sql`NOT EXISTS (
    SELECT 1 FROM ${memberships} AS m WHERE m.workspace_id = ${workspaces.id})`;
  const [firstInsert] = await database.batch([
    ...personStatements(database, person, Date.parse(createdAt), noOneExists),
    database.insert(workspaces).select(sql`SELECT ${id}, ${name}, ${plan}, ${createdAt} WHERE ${inserted}`),
    auditStatementIf(database, inserted, entry),
    database.insert(memberships).select(sql`
      SELECT ${workspaces.id}, ${person.id}, 'owner', ${createdAt} FROM ${workspaces}
      WHERE ${inserted} AND ${adopting ? isEmpty : isNew}`),
    // Not an ordinary audit statement: only the database knows which workspaces the person is now in.
    database.insert(auditTrail).select(sql`
      SELECT NULL, ${memberships.workspaceId}, ${createdAt}, ${entry.actor}, 'person.joined', ${person.id},
        json_object('name', ${person.name}, 'role', 'owner')
      FROM ${memberships} WHERE ${memberships.personId} = ${person.id}`),
  ]);
  return firstInsert.meta.changes === 1;
}
