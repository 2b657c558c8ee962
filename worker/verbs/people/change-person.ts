import type { Role } from '../../../schema/console/roles.ts';
import { ApiError } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx, MemberActor } from '../../ctx.ts';
import {
  deleteMembership,
  findMembership,
  findPeople,
  findPersonIn,
  type PersonRow,
  updateRole,
} from '../../adapters/d1/people.ts';

export const listPeople = ({ services, workspace }: Ctx): Promise<PersonRow[]> =>
  findPeople(services.database, workspace.id);

/** @throws {ApiError} `PERSON_NOT_FOUND`, `INSUFFICIENT_ROLE`, `LAST_OWNER` */
export async function setRole(
  ctx: Ctx<MemberActor>,
  { personId, role }: { readonly personId: string; readonly role: Role },
): Promise<PersonRow> {
  const person = await getPerson(ctx, personId);
  const asOwner = ctx.actor.role === 'owner';
  if (!asOwner && (role === 'owner' || person.role === 'owner')) throw ownersOnly();
  if (person.role === role) return person;
  const entry = auditEntry(ctx, 'person.changed', personId, { name: person.name, role });
  const changed = await updateRole(ctx.services.database, personId, role, ctx.actor, entry);
  const now = await getPerson(ctx, personId);
  if (!changed && now.role !== role) throw await explainRefusal(ctx, now);
  return now;
}

/** Anyone may remove themselves. @throws {ApiError} `PERSON_NOT_FOUND`, `INSUFFICIENT_ROLE`, `LAST_OWNER` */
export async function removePerson(ctx: Ctx<MemberActor>, personId: string): Promise<void> {
  const { actor, services } = ctx;
  if (personId !== actor.id && actor.role === 'member') {
    throw new ApiError('INSUFFICIENT_ROLE', { values: { needed: 'admin', role: actor.role } });
  }
  const person = await getPerson(ctx, personId);
  const asOwner = actor.role === 'owner';
  if (!asOwner && person.role === 'owner') throw ownersOnly();
  const entry = auditEntry(ctx, 'person.removed', personId, { name: person.name, role: person.role });
  const removed = await deleteMembership(services.database, personId, actor, entry);
  if (!removed) throw await explainRefusal(ctx, await getPerson(ctx, personId));
}

async function getPerson({ services, workspace }: Ctx, personId: string): Promise<PersonRow> {
  const person = await findPersonIn(services.database, workspace.id, personId);
  if (person === null) throw new ApiError('PERSON_NOT_FOUND');
  return person;
}

/** The statement changed nothing, because another request changed the person or the actor after the check. */
async function explainRefusal(ctx: Ctx<MemberActor>, person: PersonRow): Promise<ApiError> {
  const { services, workspace, actor } = ctx;
  const membership = await findMembership(services.database, workspace.id, actor.id);
  if (membership === null) return new ApiError('WORKSPACE_NOT_FOUND');
  const { role } = membership;
  if (role === 'member') return new ApiError('INSUFFICIENT_ROLE', { values: { needed: 'admin', role } });
  return person.role === 'owner' && role === 'owner' ? new ApiError('LAST_OWNER') : ownersOnly();
}

const ownersOnly = (): ApiError =>
  new ApiError('INSUFFICIENT_ROLE', { message: 'Only an owner can add, change or remove owners.' });
