import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { InstanceOperator } from '../../../schema/console/operators.ts';
import type { Role } from '../../../schema/console/roles.ts';
import type { Membership } from '../../../schema/console/session.ts';
import { newId } from '../../../schema/ids.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { invitations, memberships } from '../../../schema/tables/memberships.ts';
import { accounts, people } from '../../../schema/tables/people.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import { type Database, isOneOf } from './database.ts';
import type { NewPerson } from './new-person.ts';

export async function anyoneExists(database: Database): Promise<boolean> {
  const [row] = await database.select({ id: people.id }).from(people).limit(1);
  return row !== undefined;
}

export async function isEmailTaken(database: Database, email: string): Promise<boolean> {
  const [row] = await database.select({ id: people.id }).from(people).where(eq(people.email, email));
  return row !== undefined;
}

export const personExists = (personId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${people} WHERE id = ${personId})`;

export const noOneExists = sql`NOT EXISTS (SELECT 1 FROM ${people})`;

/** These go first in a batch. Later statements check {@link personExists}. */
export const personStatements = (database: Database, person: NewPerson, now: number, condition: SQL) => {
  const { id, name, email, passwordHash, operator } = person;
  const free = sql`NOT EXISTS (SELECT 1 FROM ${people} WHERE email = ${email})`;
  // Stored as verified. Otherwise better-auth deletes the password and sessions on a later verification.
  const insertion = database.insert(people).select(sql`
    SELECT ${id}, ${name}, ${email}, 1, NULL, ${operator ? 1 : 0}, ${now}, ${now}
    WHERE ${condition} AND ${free}`);
  const account = database.insert(accounts).select(sql`
    SELECT ${newId('account')}, ${id}, 'credential', ${id}, ${passwordHash}, NULL, NULL, NULL, NULL, NULL, NULL,
      ${now}, ${now}
    WHERE ${personExists(id)}`);
  return [insertion, account] as const;
};

export async function findPersonNames(
  database: Database,
  personIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(isOneOf(people.id, personIds));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function updateName(database: Database, personId: string, name: string): Promise<void> {
  await database.update(people).set({ name, updatedAt: new Date() }).where(eq(people.id, personId));
}

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

export const findWorkspacesByPerson = (database: Database, personId: string): Promise<Membership[]> =>
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

/** The person who changes another one. The statement checks the role again, because another request may take it away. */
export interface ChangingMember {
  readonly id: string;
  readonly role: Role;
}

/** The statement counts the owners, so one remains even if two owners step down at the same time. */
export async function updateRole(
  database: Database,
  personId: string,
  role: Role,
  actor: ChangingMember,
  entry: AuditEntry,
): Promise<boolean> {
  const { workspaceId } = entry;
  const change = sql`${memberships.role} <> ${role} AND ${mayChange(workspaceId, actor)}`;
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
      sql`${INVITATIONS_BEYOND[role]} AND ${someoneIs(workspaceId, personId, sql`role = ${role}`)}`,
    ),
  ]);
  return changed.meta.changes === 1;
}

export async function deleteMembership(
  database: Database,
  personId: string,
  actor: ChangingMember,
  entry: AuditEntry,
): Promise<boolean> {
  const { workspaceId } = entry;
  const change = mayChange(workspaceId, actor);
  const [, deleted] = await database.batch([
    auditStatementIf(database, someoneIs(workspaceId, personId, change), entry),
    database.delete(memberships).where(and(ofPerson(workspaceId, personId), change)),
    revocation(database, workspaceId, personId, sql`NOT ${someoneIs(workspaceId, personId, sql`TRUE`)}`),
  ]);
  return deleted.meta.changes === 1;
}

/** Invitations that this role could not make. */
const INVITATIONS_BEYOND: Record<Role, SQL> = {
  owner: sql`FALSE`,
  admin: sql`${invitations.role} = 'owner'`,
  member: sql`TRUE`,
};

/** Only an owner changes an owner, and the last owner stays. The actor still has the role of the check. */
const mayChange = (workspaceId: string, { id, role }: ChangingMember): SQL => {
  const hasRole = sql`EXISTS (
    SELECT 1 FROM ${memberships} AS a WHERE a.workspace_id = ${workspaceId} AND a.person_id = ${id} AND a.role = ${role})`;
  const owners = sql`(SELECT COUNT(*) FROM ${memberships} AS o WHERE o.workspace_id = ${workspaceId} AND o.role = 'owner')`;
  const kept =
    role === 'owner'
      ? sql`(${memberships.role} <> 'owner' OR ${owners} > 1)`
      : sql`${memberships.role} <> 'owner'`;
  return sql`${hasRole} AND ${kept}`;
};

const someoneIs = (workspaceId: string, personId: string, condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${memberships} WHERE ${ofPerson(workspaceId, personId)} AND ${condition})`;

const revocation = (database: Database, workspaceId: string, personId: string, condition: SQL) =>
  database
    .delete(invitations)
    .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.invitedBy, personId), condition));

const ofPerson = (workspaceId: string, personId: string): SQL | undefined =>
  and(eq(memberships.workspaceId, workspaceId), eq(memberships.personId, personId));

const OPERATOR_COLUMNS = { id: people.id, name: people.name, email: people.email };

export const findOperators = (database: Database): Promise<InstanceOperator[]> =>
  database
    .select(OPERATOR_COLUMNS)
    .from(people)
    .where(eq(people.operator, true))
    .orderBy(asc(people.createdAt), asc(people.id));

/** @param email in lower case */
export async function findPersonByEmail(database: Database, email: string): Promise<InstanceOperator | null> {
  const [row] = await database.select(OPERATOR_COLUMNS).from(people).where(eq(people.email, email));
  return row ?? null;
}

/** `entry.subject` is the person. */
export async function grantOperator(database: Database, entry: AuditEntry): Promise<void> {
  await setOperator(database, true, sql`${people.operator} = 0`, entry);
}

/** The statement counts the operators, so one remains even if two remove each other at the same time. */
export const revokeOperator = (database: Database, entry: AuditEntry): Promise<boolean> =>
  setOperator(
    database,
    false,
    sql`${people.operator} = 1 AND (SELECT COUNT(*) FROM ${people} AS o WHERE o.operator = 1) > 1`,
    entry,
  );

async function setOperator(
  database: Database,
  operator: boolean,
  condition: SQL,
  entry: AuditEntry,
): Promise<boolean> {
  const changeable = and(eq(people.id, entry.subject), condition);
  const [, changed] = await database.batch([
    auditStatementIf(database, sql`EXISTS (SELECT 1 FROM ${people} WHERE ${changeable})`, entry),
    database.update(people).set({ operator, updatedAt: new Date() }).where(changeable),
  ]);
  return changed.meta.changes === 1;
}
