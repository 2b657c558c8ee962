import type { Person, Session } from '../../../../schema/console/session.ts';
import type { BaseCtx } from '../../../ctx.ts';
import { findWorkspacesByPerson } from '../../../adapters/d1/people.ts';
import { readSetupState } from '../setup/set-up.ts';

/** @param person null if nobody is signed in */
export async function describeSession(ctx: BaseCtx, person: Person | null): Promise<Session> {
  if (person === null) return { setup: await readSetupState(ctx), person, workspaces: [] };
  const workspaces = await findWorkspacesByPerson(ctx.services.database, person.id);
  return { setup: 'done', person, workspaces };
}
