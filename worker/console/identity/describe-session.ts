import type { Person, Session } from '../../../schema/console/session.ts';
import type { Services } from '../../services.ts';
import { findWorkspacesOf } from '../../people/queries.ts';
import { setupState } from '../setup/set-up.ts';

/** What the page starts with. Null for somebody who is not signed in. */
export async function describeSession(services: Services, person: Person | null): Promise<Session> {
  if (person === null) return { setup: await setupState(services), person, workspaces: [] };
  return { setup: 'done', person, workspaces: await findWorkspacesOf(services.database, person.id) };
}
