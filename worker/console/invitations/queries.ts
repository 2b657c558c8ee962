import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Invitation } from '../../../schema/console/people.ts';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import { invitations, memberships } from '../../../schema/tables/memberships.ts';
import { people } from '../../../schema/tables/people.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatement, auditStatementIf } from '../../audit/queries.ts';
import type { Database } from '../../database.ts';
import type { NewPerson } from '../identity/new-person.ts';
import { personExists, personStatements } from '../identity/queries.ts';

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

export async function insertInvitation(
  database: Database,
  invitation: typeof invitations.$inferInsert,
  entry: AuditEntry,
): Promise<void> {
  await database.batch([database.insert(invitations).values(invitation), auditStatement(database, entry)]);
}

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
  const [joined] = await database.batch(joiningStatements(database, tokenHash, personId, now));
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
  const [, , joined] = await database.batch([
    ...personStatements(database, person, Date.parse(now), usable),
    ...joiningStatements(database, tokenHash, person.id, now),
  ]);
  return joined.meta.changes === 1;
}

function joiningStatements(database: Database, tokenHash: string, personId: string, now: string) {
  const isIn = sql`EXISTS (
    SELECT 1 FROM ${memberships} AS m
    WHERE m.workspace_id = ${invitations.workspaceId} AND m.person_id = ${personId})`;
  const membership = database.insert(memberships).select(sql`
    SELECT ${invitations.workspaceId}, ${personId}, ${invitations.role}, ${now} FROM ${invitations}
    WHERE ${open(tokenHash, now)} AND NOT ${isIn} AND ${personExists(personId)}`);
  const told = database.insert(auditTrail).select(sql`
    SELECT NULL, ${invitations.workspaceId}, ${now}, ${`person:${personId}`}, 'person.joined', ${personId},
      json_object('name', ${people.name}, 'role', ${invitations.role})
    FROM ${invitations} JOIN ${people} ON ${people.id} = ${personId}
    WHERE ${open(tokenHash, now)} AND ${isIn}`);
  const used = database.delete(invitations).where(and(open(tokenHash, now), isIn));
  return [membership, told, used] as const;
}

const open = (tokenHash: string, now: string): SQL | undefined =>
  and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now));
