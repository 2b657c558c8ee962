import { and, eq, notExists, sql } from 'drizzle-orm';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import { memberships } from '../../../schema/tables/memberships.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import type { Database } from './database.ts';
import type { WorkspaceRecord } from './workspaces.ts';
import type { NewPerson } from './new-person.ts';
import { noOneExists, personExists, personStatements } from './people.ts';

/** The oldest one with this name that has no people, or null. */
export async function findWorkspaceWithoutPeople(
  database: Database,
  name: string,
): Promise<WorkspaceRecord | null> {
  const [oldest] = await database
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.name, name), hasNoPeople(database)))
    .orderBy(workspaces.createdAt, workspaces.id)
    .limit(1);
  return oldest ?? null;
}

export interface FirstOwner {
  readonly person: NewPerson;
  /** A new one, or one whose name changes. */
  readonly workspace: WorkspaceRecord;
  /** ISO 8601. */
  readonly joinedAt: string;
  /** The person becomes the owner of every other workspace without people too. */
  readonly takesOthers: boolean;
}

/**
 * The first statement inserts the person only if there is none, and the others depend on it. So one of
 * several parallel requests succeeds, and the others change nothing.
 *
 * @returns whether this request inserted the owner
 */
export async function insertOwner(
  database: Database,
  { person, workspace, joinedAt, takesOthers }: FirstOwner,
  entry: AuditEntry,
): Promise<boolean> {
  const { id, name, plan, createdAt } = workspace;
  const inserted = personExists(person.id);
  const isOwn = sql`${workspaces.id} = ${id}`;
  const [firstInsert] = await database.batch([
    ...personStatements(database, person, Date.parse(joinedAt), noOneExists),
    database
      .insert(workspaces)
      .select(sql`SELECT ${id}, ${name}, ${plan}, ${createdAt} WHERE ${inserted}`)
      .onConflictDoUpdate({ target: workspaces.id, set: { name } }),
    auditStatementIf(database, inserted, entry),
    database.insert(memberships).select(sql`
      SELECT ${workspaces.id}, ${person.id}, 'owner', ${joinedAt} FROM ${workspaces}
      WHERE ${inserted} AND ${takesOthers ? hasNoPeople(database) : isOwn}`),
    // Not an ordinary audit statement: only the database knows which workspaces the person is now in.
    database.insert(auditTrail).select(sql`
      SELECT NULL, ${memberships.workspaceId}, ${joinedAt}, ${entry.actor}, 'person.joined', ${person.id},
        json_object('name', ${person.name}, 'role', 'owner')
      FROM ${memberships} WHERE ${memberships.personId} = ${person.id}`),
  ]);
  return firstInsert.meta.changes === 1;
}

const hasNoPeople = (database: Database) =>
  notExists(database.select().from(memberships).where(eq(memberships.workspaceId, workspaces.id)));
