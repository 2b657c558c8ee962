import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../../schema/console/roles.ts';
import type { Membership } from '../../../schema/console/session.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { invitations, memberships } from '../../../schema/tables/memberships.ts';
import { people } from '../../../schema/tables/people.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from '../../audit/queries.ts';
import type { Database } from '../../database.ts';

/** Null where the person is not in the workspace, or there is none. */
export async function findMembership(
  database: Database,
  workspaceId: string,
  personId: string,
): Promise<{ role: Role; plan: PlanId } | null> {
  const [row] = await database
    .select({ role: memberships.role, plan: workspaces.plan })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(ofPerson(workspaceId, personId));
  return row ?? null;
}

/** The workspaces of a person, by name. */
export const findWorkspacesOf = (database: Database, personId: string): Promise<Membership[]> =>
  database
    .select({
      id: workspaces.id,
      name: workspaces.name,
      plan: workspaces.plan,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(eq(memberships.personId, personId))
    .orderBy(sql`${workspaces.name} COLLATE NOCASE`, asc(workspaces.id));

const PERSON_IN_WORKSPACE = {
  id: people.id,
  name: people.name,
  email: people.email,
  role: memberships.role,
  joinedAt: memberships.joinedAt,
};

export type PersonRow = Awaited<ReturnType<typeof findPeople>>[number];

/** Who is in a workspace, the first to join first. */
export const findPeople = (database: Database, workspaceId: string) =>
  database
    .select(PERSON_IN_WORKSPACE)
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(eq(memberships.workspaceId, workspaceId))
    .orderBy(asc(memberships.joinedAt), asc(people.id));

export async function findPersonIn(
  database: Database,
  workspaceId: string,
  personId: string,
): Promise<PersonRow | null> {
  const [row] = await database
    .select(PERSON_IN_WORKSPACE)
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(ofPerson(workspaceId, personId));
  return row ?? null;
}

/**
 * Gives the person another role, unless nobody would own the workspace then. The statement itself looks at
 * the other owners, so of two owners who step down at the same time one remains.
 *
 * @param asOwner whether an owner asks: nobody else changes what an owner is
 * @returns whether anything was changed
 */
export async function updateRole(
  database: Database,
  personId: string,
  role: Role,
  asOwner: boolean,
  entry: AuditEntry,
): Promise<boolean> {
  const { workspaceId } = entry;
  const change = sql`${memberships.role} <> ${role} AND ${mayStopBeing(workspaceId, asOwner)}`;
  const [, changed] = await database.batch([
    auditStatementIf(database, someoneIs(workspaceId, personId, change), entry),
    database
      .update(memberships)
      .set({ role })
      .where(and(ofPerson(workspaceId, personId), change)),
    revocation(
      database,
      workspaceId,
      personId,
      sql`${NO_LONGER_THEIRS_TO_GIVE[role]} AND ${someoneIs(workspaceId, personId, sql`role = ${role}`)}`,
    ),
  ]);
  return changed.meta.changes === 1;
}

/** Removes the person, under the same conditions, and ends the invitations that the person has out. */
export async function deleteMembership(
  database: Database,
  personId: string,
  asOwner: boolean,
  entry: AuditEntry,
): Promise<boolean> {
  const { workspaceId } = entry;
  const change = mayStopBeing(workspaceId, asOwner);
  const [, deleted] = await database.batch([
    auditStatementIf(database, someoneIs(workspaceId, personId, change), entry),
    database.delete(memberships).where(and(ofPerson(workspaceId, personId), change)),
    revocation(database, workspaceId, personId, sql`NOT ${someoneIs(workspaceId, personId, sql`TRUE`)}`),
  ]);
  return deleted.meta.changes === 1;
}

/** Invitations that somebody with this role could not make. */
const NO_LONGER_THEIRS_TO_GIVE: Record<Role, SQL> = {
  owner: sql`FALSE`,
  admin: sql`${invitations.role} = 'owner'`,
  member: sql`TRUE`,
};

/** For those who are no owners, or, where an owner asks, one of several. */
const mayStopBeing = (workspaceId: string, asOwner: boolean): SQL =>
  asOwner
    ? sql`(${memberships.role} <> 'owner' OR (
        SELECT COUNT(*) FROM ${memberships} AS o WHERE o.workspace_id = ${workspaceId} AND o.role = 'owner') > 1)`
    : sql`${memberships.role} <> 'owner'`;

const someoneIs = (workspaceId: string, personId: string, condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${ofPerson(workspaceId, personId)} AND ${condition})`;

const revocation = (database: Database, workspaceId: string, personId: string, condition: SQL) =>
  database
    .delete(invitations)
    .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.invitedBy, personId), condition));

const ofPerson = (workspaceId: string, personId: string): SQL | undefined =>
  and(eq(memberships.workspaceId, workspaceId), eq(memberships.personId, personId));
