import type { CreateInvitation, Invitation } from '../../../../schema/console/people.ts';
import type { Role } from '../../../../schema/console/roles.ts';
import { newId, randomText } from '../../../../schema/ids.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import type { Ctx, PersonActor } from '../../../ctx.ts';
import { sha256Hex } from '../../../lib/sha256.ts';
import {
  deleteInvitation,
  findInvitations,
  hasRoom,
  insertInvitation,
} from '../../../adapters/d1/invitations.ts';

const VALID_MS = 7 * 86_400_000;

/** 43 characters of 62 have 256 bits. */
const TOKEN_LENGTH = 43;

/** Only the hash is stored, so the token is returned only here. */
export interface CreatedInvitation extends Invitation {
  readonly token: string;
}

/**
 * Operators may invite to any workspace.
 *
 * @throws {ApiError} `INSUFFICIENT_ROLE`, `WORKSPACE_NOT_FOUND`, `INVITATION_LIMIT_REACHED`
 */
export async function invite(
  ctx: Ctx<PersonActor>,
  { role, invitee: named }: CreateInvitation,
): Promise<CreatedInvitation> {
  const { services, actor, workspace } = ctx;
  const invitee = named ?? null;
  const token = randomText(TOKEN_LENGTH);
  const now = services.now();
  const maxOpen = PLANS[workspace.plan].maxInvitations;
  const invitation = {
    id: newId('inv'),
    role,
    invitee,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + VALID_MS).toISOString(),
  };
  const inserted = await insertInvitation(
    services.database,
    { ...invitation, workspaceId: workspace.id, tokenHash: await sha256Hex(token), invitedBy: actor.id },
    { asOperator: actor.role === null, maxOpen },
    auditEntry(ctx, 'invitation.created', invitation.id, {
      role,
      ...(invitee !== null && { name: invitee }),
    }),
  );
  if (inserted) return { ...invitation, invitedBy: actor.name, token };
  throw await explainRefusal(ctx, role, invitation.createdAt);
}

async function explainRefusal(ctx: Ctx<PersonActor>, role: Role, now: string): Promise<ApiError> {
  const { services, actor, workspace } = ctx;
  const { id: workspaceId, plan } = workspace;
  const maxOpen = PLANS[plan].maxInvitations;
  if (!(await hasRoom(services.database, { workspaceId, maxOpen, now }))) {
    return new ApiError('INVITATION_LIMIT_REACHED', { values: { plan, limit: String(maxOpen) } });
  }
  if (actor.role === null) return new ApiError('WORKSPACE_NOT_FOUND');
  const needed = role === 'owner' ? 'owner' : 'admin';
  return new ApiError('INSUFFICIENT_ROLE', { values: { needed, role: actor.role } });
}

export const listInvitations = ({ services, workspace }: Ctx): Promise<Invitation[]> =>
  findInvitations(services.database, workspace.id, new Date(services.now()).toISOString());

/** @throws {ApiError} `INVITATION_NOT_FOUND` */
export async function revokeInvitation(ctx: Ctx, id: string): Promise<void> {
  const entry = auditEntry(ctx, 'invitation.revoked', id);
  if (!(await deleteInvitation(ctx.services.database, id, entry))) {
    throw new ApiError('INVITATION_NOT_FOUND');
  }
}
