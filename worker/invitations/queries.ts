import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Invitation } from '../../schema/console/people.ts';
import type { Role } from '../../schema/console/roles.ts';
import { auditTrail } from '../../schema/tables/audit-trail.ts';
import { invitations, memberships } from '../../schema/tables/memberships.ts';
import { people } from '../../schema/tables/people.ts';
import { workspaces } from '../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from '../audit/queries.ts';
import type { Database } from '../database.ts';
import type { NewPerson } from '../people/new-person.ts';
import { personExists, personStatements } from '../people/queries.ts';

const INVITATION = {
  id: invitations.id,
  role: invitations.role,
  invitedBy: people.name,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
};

/** Invitations that can still be used, newest first. */
export const findInvitations = (
  database: Database,
  workspaceId: string,
  now: string,
): Promise<Invitation[]> =>
  database
    .select(INVITATION)
    .from(invitations)
    .innerJoin(people, eq(people.id, invitations.invitedBy))
    .where(and(eq(invitations.workspaceId, workspaceId), gt(invitations.expiresAt, now)))
    .orderBy(desc(invitations.createdAt), desc(invitations.id));

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;

/** The one that a link stands for, whoever follows it; null where it was used or revoked, or has run out. */
export async function findOpenInvitation(database: Database, tokenHash: string, now: string) {
  const [row] = await database
    .select({ ...INVITATION, workspaceId: workspaces.id, workspaceName: workspaces.name })
    .from(invitations)
    .innerJoin(people, eq(people.id, invitations.invitedBy))
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .where(open(tokenHash, now));
  return row ?? null;
}

/** A member invites by their role, an operator into any workspace that there is. */
export type InvitingAs = 'member' | 'operator';

/**
 * Keeps an invitation where its maker may make it. The statement itself looks, so whoever is removed while
 * they invite somebody leaves no link behind. Those of the workspace that have run out go.
 *
 * @returns whether it is kept
 */
export async function insertInvitation(
  database: Database,
  invitation: typeof invitations.$inferInsert,
  as: InvitingAs,
  entry: AuditEntry,
): Promise<boolean> {
  const { id, workspaceId, tokenHash, role, invitedBy, createdAt, expiresAt } = invitation;
  const allowed =
    as === 'member'
      ? mayInvite(workspaceId, invitedBy, role)
      : sql`EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})`;
  const [inserted] = await database.batch([
    database.insert(invitations).select(sql`
      SELECT ${id}, ${workspaceId}, ${tokenHash}, ${role}, ${invitedBy}, ${createdAt}, ${expiresAt}
      WHERE ${allowed}`),
    auditStatementIf(database, allowed, entry),
    database
      .delete(invitations)
      .where(and(eq(invitations.workspaceId, workspaceId), lte(invitations.expiresAt, createdAt))),
  ]);
  return inserted.meta.changes === 1;
}

/** Admins invite, and only owners invite owners. */
const mayInvite = (workspaceId: string, personId: string, role: Role): SQL =>
  sql`EXISTS (
    SELECT 1 FROM ${memberships} AS m WHERE m.workspace_id = ${workspaceId} AND m.person_id = ${personId}
      AND (m.role = 'owner' OR (m.role = 'admin' AND ${role} <> 'owner')))`;

/** @returns whether the workspace had it */
export async function deleteInvitation(database: Database, id: string, entry: AuditEntry): Promise<boolean> {
  const it = and(eq(invitations.workspaceId, entry.workspaceId), eq(invitations.id, id));
  const exists = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${it})`;
  const [, deleted] = await database.batch([
    auditStatementIf(database, exists, entry),
    database.delete(invitations).where(it),
  ]);
  return deleted.meta.changes === 1;
}

/**
 * Uses an invitation: the person joins and the invitation is gone, in one transaction, so one link brings
 * one person in however often it is followed at the same time.
 *
 * @returns whether the person joined
 */
export async function join(
  database: Database,
  tokenHash: string,
  personId: string,
  now: string,
): Promise<boolean> {
  const [, joined] = await database.batch(joiningStatements(database, tokenHash, personId, now));
  return joined.meta.changes === 1;
}

/** The same for somebody who is not a person yet, and is not made one if the link cannot be used. */
export async function joinAsNewPerson(
  database: Database,
  tokenHash: string,
  person: NewPerson,
  now: string,
): Promise<boolean> {
  const usable = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${open(tokenHash, now)})`;
  const [, , , joined] = await database.batch([
    ...personStatements(database, person, Date.parse(now), usable),
    ...joiningStatements(database, tokenHash, person.id, now),
  ]);
  return joined.meta.changes === 1;
}

/** The person joins by the second of them, and the two around it are about that: whoever is in already does not. */
function joiningStatements(database: Database, tokenHash: string, personId: string, now: string) {
  const member = sql`
    SELECT 1 FROM ${memberships} AS m
    WHERE m.workspace_id = ${invitations.workspaceId} AND m.person_id = ${personId}`;
  const isIn = sql`EXISTS (${member})`;
  const hasJoined = sql`EXISTS (${member} AND m.joined_at = ${now})`;
  const told = database.insert(auditTrail).select(sql`
    SELECT NULL, ${invitations.workspaceId}, ${now}, ${`person:${personId}`}, 'person.joined', ${personId},
      json_object('name', ${people.name}, 'role', ${invitations.role})
    FROM ${invitations} JOIN ${people} ON ${people.id} = ${personId}
    WHERE ${open(tokenHash, now)} AND NOT ${isIn}`);
  const membership = database.insert(memberships).select(sql`
    SELECT ${invitations.workspaceId}, ${personId}, ${invitations.role}, ${now} FROM ${invitations}
    WHERE ${open(tokenHash, now)} AND NOT ${isIn} AND ${personExists(personId)}`);
  const used = database.delete(invitations).where(and(open(tokenHash, now), hasJoined));
  return [told, membership, used] as const;
}

const open = (tokenHash: string, now: string): SQL | undefined =>
  and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now));
