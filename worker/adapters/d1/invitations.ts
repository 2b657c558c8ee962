import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Invitation } from '../../../schema/console/people.ts';
import type { Role } from '../../../schema/console/roles.ts';
import { auditTrail } from '../../../schema/tables/audit-trail.ts';
import { invitations, memberships } from '../../../schema/tables/memberships.ts';
import { people } from '../../../schema/tables/people.ts';
import { workspaces } from '../../../schema/tables/workspaces.ts';
import { type AuditEntry, auditStatementIf } from './audit.ts';
import type { Database } from './database.ts';
import type { NewPerson } from './new-person.ts';
import { personExists, personStatements } from './people.ts';

const INVITATION = {
  id: invitations.id,
  role: invitations.role,
  invitee: invitations.invitee,
  invitedBy: people.name,
  createdAt: invitations.createdAt,
  expiresAt: invitations.expiresAt,
};

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

/** Returns null if the invitation was used or revoked, or if it has expired. */
export async function findOpenInvitation(database: Database, tokenHash: string, now: string) {
  const [row] = await database
    .select({ ...INVITATION, workspaceId: workspaces.id, workspaceName: workspaces.name })
    .from(invitations)
    .innerJoin(people, eq(people.id, invitations.invitedBy))
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .where(isOpen(tokenHash, now));
  return row ?? null;
}

/**
 * One statement checks the maker's role and counts. So a person who is removed at the same time creates no link, and the
 * limit also holds for parallel requests.
 */
export async function insertInvitation(
  database: Database,
  invitation: typeof invitations.$inferInsert,
  { asOperator, maxOpen }: { readonly asOperator: boolean; readonly maxOpen: number },
  entry: AuditEntry,
): Promise<boolean> {
  const { id, workspaceId, tokenHash, role, invitedBy, createdAt, expiresAt, invitee } = invitation;
  const allowed = asOperator
    ? sql`EXISTS (SELECT 1 FROM ${workspaces} WHERE id = ${workspaceId})`
    : mayInvite(workspaceId, invitedBy, role);
  const open = countOpen(workspaceId, createdAt);
  const [inserted] = await database.batch([
    database.insert(invitations).select(sql`
      SELECT ${id}, ${workspaceId}, ${tokenHash}, ${role}, ${invitedBy}, ${createdAt}, ${expiresAt}, ${invitee ?? null}
      WHERE ${allowed} AND ${open} < ${maxOpen}`),
    auditStatementIf(database, sql`EXISTS (SELECT 1 FROM ${invitations} WHERE id = ${id})`, entry),
    database
      .delete(invitations)
      .where(and(eq(invitations.workspaceId, workspaceId), lte(invitations.expiresAt, createdAt))),
  ]);
  return inserted.meta.changes === 1;
}

const countOpen = (workspaceId: string, now: string): SQL =>
  sql`(SELECT COUNT(*) FROM ${invitations} AS i WHERE i.workspace_id = ${workspaceId} AND i.expires_at > ${now})`;

export async function hasRoom(
  database: Database,
  { workspaceId, maxOpen, now }: { workspaceId: string; maxOpen: number; now: string },
): Promise<boolean> {
  const { n } = await database.get<{ n: number }>(sql`SELECT ${countOpen(workspaceId, now)} AS n`);
  return n < maxOpen;
}

/** Admins invite, and only owners invite owners. */
const mayInvite = (workspaceId: string, personId: string, role: Role): SQL =>
  sql`EXISTS (
    SELECT 1 FROM ${memberships} AS m WHERE m.workspace_id = ${workspaceId} AND m.person_id = ${personId}
      AND (m.role = 'owner' OR (m.role = 'admin' AND ${role} <> 'owner')))`;

export async function deleteInvitation(database: Database, id: string, entry: AuditEntry): Promise<boolean> {
  const isInvitation = and(eq(invitations.workspaceId, entry.workspaceId), eq(invitations.id, id));
  const exists = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${isInvitation})`;
  const [, deleted] = await database.batch([
    auditStatementIf(database, exists, entry),
    database.delete(invitations).where(isInvitation),
  ]);
  return deleted.meta.changes === 1;
}

/** Adds the person of an invitation. It is one transaction, so one link adds one person even if several requests use it at the same time. */
export async function join(database: Database, tokenHash: string, entry: AuditEntry): Promise<boolean> {
  const [, joined] = await database.batch(joinStatements(database, tokenHash, entry));
  return joined.meta.changes === 1;
}

/** The person is inserted only if the invitation can be used. */
export async function joinAsNewPerson(
  database: Database,
  tokenHash: string,
  person: NewPerson,
  entry: AuditEntry,
): Promise<boolean> {
  const usable = sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${isOpen(tokenHash, entry.at)})`;
  const [, , , joined] = await database.batch([
    ...personStatements(database, person, Date.parse(entry.at), usable),
    ...joinStatements(database, tokenHash, entry),
  ]);
  return joined.meta.changes === 1;
}

/** The second statement adds the person. All do nothing if the person is in the workspace already. */
function joinStatements(database: Database, tokenHash: string, entry: AuditEntry) {
  const { at, actor, action, subject: personId } = entry;
  const member = sql`
    SELECT 1 FROM ${memberships} AS m
    WHERE m.workspace_id = ${invitations.workspaceId} AND m.person_id = ${personId}`;
  const isIn = sql`EXISTS (${member})`;
  const hasJoined = sql`EXISTS (${member} AND m.joined_at = ${at})`;
  // Not an ordinary audit statement: it reads the name and the role in this transaction.
  const audit = database.insert(auditTrail).select(sql`
    SELECT NULL, ${invitations.workspaceId}, ${at}, ${actor}, ${action}, ${personId},
      json_object('name', ${people.name}, 'role', ${invitations.role})
    FROM ${invitations} JOIN ${people} ON ${people.id} = ${personId}
    WHERE ${isOpen(tokenHash, at)} AND NOT ${isIn}`);
  const membership = database.insert(memberships).select(sql`
    SELECT ${invitations.workspaceId}, ${personId}, ${invitations.role}, ${at} FROM ${invitations}
    WHERE ${isOpen(tokenHash, at)} AND NOT ${isIn} AND ${personExists(personId)}`);
  const used = database.delete(invitations).where(and(isOpen(tokenHash, at), hasJoined));
  return [audit, membership, used] as const;
}

const isOpen = (tokenHash: string, now: string): SQL | undefined =>
  and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now));
