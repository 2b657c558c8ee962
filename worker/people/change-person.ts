import type { Role } from '../../schema/console/roles.ts';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import type { Member } from '../console/member.ts';
import { deleteMembership, findPersonIn, type PersonRow, updateRole } from './queries.ts';

/** @throws {ApiError} `PERSON_NOT_FOUND`, `INSUFFICIENT_ROLE`, `LAST_OWNER` */
export async function setRole(
  services: Services,
  asker: Member,
  personId: string,
  role: Role,
): Promise<PersonRow> {
  const person = await personIn(services, asker, personId);
  const asOwner = asker.role === 'owner';
  if (!asOwner && (role === 'owner' || person.role === 'owner')) throw ownersOnly();
  if (person.role === role) return person;
  const changed = await updateRole(services.database, personId, role, asOwner, {
    ...entryOf(services, asker, personId),
    action: 'person.changed',
    detail: { name: person.name, role },
  });
  const now = await personIn(services, asker, personId);
  if (!changed && now.role !== role) throw now.role === 'owner' && asOwner ? lastOwner() : ownersOnly();
  return now;
}

/**
 * Takes somebody out of the workspace, who may be the one who asks: the next request of theirs is refused.
 *
 * @throws {ApiError} `PERSON_NOT_FOUND`, `INSUFFICIENT_ROLE`, `LAST_OWNER`
 */
export async function removePerson(services: Services, asker: Member, personId: string): Promise<void> {
  const isSelf = personId === asker.person.id;
  if (!isSelf && asker.role === 'member') {
    throw new ApiError('INSUFFICIENT_ROLE', 'This needs the role admin; yours is member.');
  }
  const person = await personIn(services, asker, personId);
  const asOwner = asker.role === 'owner';
  if (!asOwner && person.role === 'owner') throw ownersOnly();
  const removed = await deleteMembership(services.database, personId, asOwner, {
    ...entryOf(services, asker, personId),
    action: 'person.removed',
    detail: { name: person.name, role: person.role },
  });
  if (removed) return;
  const now = await personIn(services, asker, personId);
  throw now.role === 'owner' && asOwner ? lastOwner() : ownersOnly();
}

async function personIn(services: Services, asker: Member, personId: string): Promise<PersonRow> {
  const person = await findPersonIn(services.database, asker.workspaceId, personId);
  if (person === null) throw new ApiError('PERSON_NOT_FOUND', 'Nobody with this id is in the workspace.');
  return person;
}

const entryOf = (services: Services, { workspaceId, actor }: Member, personId: string) => ({
  workspaceId,
  at: new Date(services.now()).toISOString(),
  actor,
  subject: personId,
});

const ownersOnly = (): ApiError =>
  new ApiError('INSUFFICIENT_ROLE', 'Only an owner makes, changes or removes owners.');

const lastOwner = (): ApiError =>
  new ApiError('LAST_OWNER', 'A workspace has at least one owner: make somebody else one first.');
