import type { Invitation } from '../../schema/console/people.ts';
import type { Role } from '../../schema/console/roles.ts';
import type { Person } from '../../schema/console/session.ts';
import { newId, randomText } from '../../schema/ids.ts';
import { ApiError } from '../api-error.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { sha256Hex } from '../sha256.ts';
import { workspaceNotFound } from '../workspaces/get-workspace.ts';
import type { Member } from '../console/member.ts';
import { deleteInvitation, findInvitations, insertInvitation, type InvitingAs } from './queries.ts';

/** Long enough for a holiday, short enough for a link that lies in a mailbox. */
const VALID_MS = 7 * 86_400_000;

/** 43 characters of 62 carry 256 bits. */
const TOKEN_LENGTH = 43;

/** An invitation with its token, which is shown this once: only the hash is kept. */
export interface CreatedInvitation extends Invitation {
  readonly token: string;
}

/** Who invites somebody, and into what. */
export interface Inviter {
  readonly person: Person;
  readonly actor: Actor;
  readonly workspaceId: string;
}

/** @throws {ApiError} `INSUFFICIENT_ROLE`: admins invite, and only owners invite owners */
export async function inviteAsMember(
  services: Services,
  asker: Member,
  role: Role,
): Promise<CreatedInvitation> {
  const invitation = await inviteAs('member', services, asker, role);
  if (invitation !== null) return invitation;
  const message = role === 'owner' ? 'Only an owner invites owners.' : 'This needs the role admin.';
  throw new ApiError('INSUFFICIENT_ROLE', message);
}

/** For operators, who may invite into any workspace. @throws {ApiError} `WORKSPACE_NOT_FOUND` */
export async function inviteAsOperator(
  services: Services,
  operator: Inviter,
  role: Role,
): Promise<CreatedInvitation> {
  const invitation = await inviteAs('operator', services, operator, role);
  if (invitation === null) throw workspaceNotFound();
  return invitation;
}

/** Makes a link that lets one person join; null where such a person may not invite as that. */
async function inviteAs(
  capacity: InvitingAs,
  services: Services,
  { person, actor, workspaceId }: Inviter,
  role: Role,
): Promise<CreatedInvitation | null> {
  const token = randomText(TOKEN_LENGTH);
  const now = services.now();
  const invitation = {
    id: newId('inv'),
    role,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + VALID_MS).toISOString(),
  };
  const kept = { ...invitation, workspaceId, tokenHash: await sha256Hex(token), invitedBy: person.id };
  const inserted = await insertInvitation(services.database, kept, capacity, {
    workspaceId,
    at: invitation.createdAt,
    actor,
    action: 'invitation.created',
    subject: invitation.id,
    detail: { role },
  });
  return inserted ? { ...invitation, invitedBy: person.name, token } : null;
}

export const listInvitations = (services: Services, workspaceId: string): Promise<Invitation[]> =>
  findInvitations(services.database, workspaceId, new Date(services.now()).toISOString());

/** @throws {ApiError} `INVITATION_NOT_FOUND` */
export async function revokeInvitation(services: Services, asker: Member, id: string): Promise<void> {
  const { workspaceId, actor } = asker;
  const at = new Date(services.now()).toISOString();
  const entry = { workspaceId, at, actor, action: 'invitation.revoked', subject: id } as const;
  if (!(await deleteInvitation(services.database, id, entry))) {
    throw new ApiError('INVITATION_NOT_FOUND', 'There is no invitation with this id.');
  }
}
