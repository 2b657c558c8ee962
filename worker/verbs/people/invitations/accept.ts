import type { Newcomer } from '../../../../schema/console/people.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { auditEntry } from '../../audit/audit-entry.ts';
import type { BaseCtx, InstanceCtx, PersonActor } from '../../../ctx.ts';
import { newPerson } from '../new-person.ts';
import { findMembership, isEmailTaken } from '../../../adapters/d1/people.ts';
import { sha256Hex } from '../../../lib/sha256.ts';
import {
  findOpenInvitation,
  join,
  joinAsNewPerson,
  type OpenInvitation,
} from '../../../adapters/d1/invitations.ts';

/** @throws {ApiError} `INVITATION_NOT_FOUND` */
export async function openInvitation({ services }: BaseCtx, token: string): Promise<OpenInvitation> {
  const now = new Date(services.now()).toISOString();
  const invitation = await findOpenInvitation(services.database, await sha256Hex(token), now);
  if (invitation === null) throw new ApiError('INVITATION_NOT_FOUND');
  return invitation;
}

/** @throws {ApiError} `INVITATION_NOT_FOUND`, `ALREADY_A_MEMBER` */
export async function acceptAsPerson(ctx: InstanceCtx<PersonActor>, token: string): Promise<void> {
  const { services, actor } = ctx;
  const { workspaceId } = await openInvitation(ctx, token);
  const entry = auditEntry({ ...ctx, workspace: { id: workspaceId } }, 'person.joined', actor.id);
  if (await join(services.database, await sha256Hex(token), entry)) return;
  const isIn = (await findMembership(services.database, workspaceId, actor.id)) !== null;
  throw new ApiError(isIn ? 'ALREADY_A_MEMBER' : 'INVITATION_NOT_FOUND');
}

/** @throws {ApiError} `INVITATION_NOT_FOUND`, `EMAIL_TAKEN` */
export async function acceptAsNewcomer(
  ctx: BaseCtx,
  { token, newcomer }: { readonly token: string; readonly newcomer: Newcomer },
): Promise<void> {
  const { services } = ctx;
  const { database } = services;
  // Before the password is hashed: a request without a valid link must stay cheap.
  const { workspaceId, role } = await openInvitation(ctx, token);
  if (await isEmailTaken(database, newcomer.email)) throw new ApiError('EMAIL_TAKEN');
  const person = await newPerson(services, newcomer, { operator: false });
  const actor: PersonActor = { kind: 'person', id: person.id, name: person.name, role };
  const entry = auditEntry({ ...ctx, actor, workspace: { id: workspaceId } }, 'person.joined', person.id);
  if (await joinAsNewPerson(database, await sha256Hex(token), person, entry)) return;
  throw new ApiError((await isEmailTaken(database, newcomer.email)) ? 'EMAIL_TAKEN' : 'INVITATION_NOT_FOUND');
}
