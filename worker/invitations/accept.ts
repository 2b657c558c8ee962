import type { Newcomer } from '../../schema/console/people.ts';
import type { Person } from '../../schema/console/session.ts';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { sha256Hex } from '../sha256.ts';
import { newPerson } from '../people/new-person.ts';
import { findMembership, isEmailTaken } from '../people/queries.ts';
import { findOpenInvitation, join, joinAsNewPerson, type OpenInvitation } from './queries.ts';

/** @throws {ApiError} `INVITATION_NOT_FOUND` */
export async function openInvitation(services: Services, token: string): Promise<OpenInvitation> {
  const now = new Date(services.now()).toISOString();
  const invitation = await findOpenInvitation(services.database, await sha256Hex(token), now);
  if (invitation === null) throw gone();
  return invitation;
}

/** Somebody who is signed in joins. @throws {ApiError} `INVITATION_NOT_FOUND`, `ALREADY_A_MEMBER` */
export async function acceptAsPerson(services: Services, token: string, person: Person): Promise<void> {
  const { workspaceId } = await openInvitation(services, token);
  const now = new Date(services.now()).toISOString();
  if (await join(services.database, await sha256Hex(token), person.id, now)) return;
  const isIn = (await findMembership(services.database, workspaceId, person.id)) !== null;
  throw isIn ? alreadyIn() : gone();
}

/** A newcomer is made a person and joins. @throws {ApiError} `INVITATION_NOT_FOUND`, `EMAIL_TAKEN` */
export async function acceptAsNewcomer(services: Services, token: string, newcomer: Newcomer): Promise<void> {
  // Before the password is hashed: whoever has no link costs nothing.
  await openInvitation(services, token);
  if (await isEmailTaken(services.database, newcomer.email)) throw emailTaken();
  const made = await newPerson(newcomer, { operator: false });
  const now = new Date(services.now()).toISOString();
  if (!(await joinAsNewPerson(services.database, await sha256Hex(token), made, now))) {
    throw (await isEmailTaken(services.database, newcomer.email)) ? emailTaken() : gone();
  }
}

const gone = (): ApiError =>
  new ApiError('INVITATION_NOT_FOUND', 'This invitation was used or revoked, or it has run out.');

const alreadyIn = (): ApiError => new ApiError('ALREADY_A_MEMBER', 'You are in this workspace already.');

const emailTaken = (): ApiError =>
  new ApiError('EMAIL_TAKEN', 'Somebody has this e-mail address: sign in, then follow the link again.');
