import type { Invitation } from '../../../schema/console/people.ts';
import type { Role } from '../../../schema/console/roles.ts';
import type { Person } from '../../../schema/console/session.ts';
import { newId, randomText } from '../../../schema/ids.ts';
import { ApiError } from '../../api-error.ts';
import type { Actor } from '../../audit/queries.ts';
import type { Services } from '../../services.ts';
import { sha256Hex } from '../../sha256.ts';
import type { Member } from '../member.ts';
import { deleteInvitation, findInvitations, insertInvitation } from './queries.ts';

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

/** @throws {ApiError} `INSUFFICIENT_ROLE`: only owners invite owners */
export function inviteAsMember(services: Services, asker: Member, role: Role): Promise<CreatedInvitation> {
  if (role === 'owner' && asker.role !== 'owner') {
    throw new ApiError('INSUFFICIENT_ROLE', 'Only an owner invites owners.');
  }
  return invite(services, asker, role);
}

/** Makes a link that lets one person join, whoever asks: the caller has checked that. */
export async function invite(
  services: Services,
  { person, actor, workspaceId }: Inviter,
  role: Role,
): Promise<CreatedInvitation> {
  const token = randomText(TOKEN_LENGTH);
  const now = services.now();
  const invitation = {
    id: newId('inv'),
    role,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + VALID_MS).toISOString(),
  };
  const kept = { ...invitation, workspaceId, tokenHash: await sha256Hex(token), invitedBy: person.id };
  await insertInvitation(services.database, kept, {
    workspaceId,
    at: invitation.createdAt,
    actor,
    action: 'invitation.created',
    subject: invitation.id,
    detail: { role },
  });
  return { ...invitation, invitedBy: person.name, token };
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
