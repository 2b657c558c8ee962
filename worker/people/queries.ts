import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../schema/console/roles.ts';
import type { Membership } from '../../schema/console/session.ts';
import { newId } from '../../schema/ids.ts';
import type { PlanId } from '../../schema/plans.ts';
import { invitations, memberships } from '../../schema/tables/memberships.ts';
import { accounts, people } from '../../schema/tables/people.ts';
import { workspaces } from '../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from '../audit/queries.ts';
import type { Database } from '../database.ts';
import type { NewPerson } from './new-person.ts';

/** Whether anybody is in the database: the first one owns the instance. */
export async function anybodyExists(database: Database): Promise<boolean> {
  const [row] = await database.select({ id: people.id }).from(people).limit(1);
  return row !== undefined;
}

export async function isEmailTaken(database: Database, email: string): Promise<boolean> {
  const [row] = await database.select({ id: people.id }).from(people).where(eq(people.email, email));
  return row !== undefined;
}

/** Holds once {@link personStatements} have made the person. */
export const personExists = (personId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${people} WHERE id = ${personId})`;

export const nobodyExists = sql`NOT EXISTS (SELECT 1 FROM ${people})`;

/**
 * The statements that make a person who signs in with a password, if the condition holds at their place and
 * nobody has the address: for the batch that says what the person is in.
 */
export const personStatements = (database: Database, person: NewPerson, now: number, condition: SQL) => {
  const { id, name, email, passwordHash, operator } = person;
  const free = sql`NOT EXISTS (SELECT 1 FROM ${people} WHERE email = ${email})`;
  // The address counts as verified: with an unverified one better-auth takes a later proof of the address for
  // another person's, and drops the password and every session.
  const insertion = database.insert(people).select(sql`
    SELECT ${id}, ${name}, ${email}, 1, NULL, ${operator ? 1 : 0}, ${now}, ${now}
    WHERE ${condition} AND ${free}`);
  const account = database.insert(accounts).select(sql`
    SELECT ${newId('account')}, ${id}, 'credential', ${id}, ${passwordHash}, NULL, NULL, NULL, NULL, NULL, NULL,
      ${now}, ${now}
    WHERE ${personExists(id)}`);
  return [insertion, account] as const;
};

export async function updateName(database: Database, personId: string, name: string): Promise<void> {
  await database.update(people).set({ name, updatedAt: new Date() }).where(eq(people.id, personId));
}

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
