import type { Session, Setup } from '../../../schema/console/session.ts';
import { newId } from '../../../schema/ids.ts';
import { ApiError } from '../../api-error.ts';
import type { Services } from '../../services.ts';
import { sha256 } from '../../sha256.ts';
import { newPerson } from '../../people/new-person.ts';
import { anybodyExists } from '../../people/queries.ts';
import { insertOwner } from './queries.ts';

/** Whether this instance has an owner, and what becoming it takes. */
export async function setupState({ database, variables }: Services): Promise<Session['setup']> {
  if (await anybodyExists(database)) return 'done';
  return isLocal(variables) && variables.SETUP_TOKEN === undefined ? 'needed' : 'needed-with-token';
}

/**
 * Makes the owner of the instance and the first workspace. On one's own machine the owner is in the
 * workspaces that are there already too: `npm start` has made one for its key.
 *
 * @throws {ApiError} `SETUP_DONE`, `SETUP_TOKEN_INVALID`
 */
export async function setUp(services: Services, input: Setup): Promise<void> {
  const { database, variables } = services;
  // Before the password is hashed: whoever may not do this costs nothing.
  if (await anybodyExists(database)) throw done();
  await checkToken(services, input.token);
  const person = await newPerson(input, { operator: true });
  const workspace = {
    id: newId('ws'),
    name: input.workspaceName,
    plan: 'free' as const,
    createdAt: new Date(services.now()).toISOString(),
  };
  const entry = {
    workspaceId: workspace.id,
    at: workspace.createdAt,
    actor: `person:${person.id}`,
    action: 'workspace.created',
    subject: workspace.id,
    detail: { name: workspace.name, plan: workspace.plan },
  } as const;
  if (!(await insertOwner(database, person, workspace, entry, isLocal(variables)))) throw done();
}

const isLocal = ({ LOCAL_DEVELOPMENT }: Services['variables']): boolean => LOCAL_DEVELOPMENT === 'true';

/** Whoever reaches a deployed instance first is not its owner for that. */
async function checkToken({ variables }: Services, presented: string | undefined): Promise<void> {
  const expected = variables.SETUP_TOKEN;
  if (expected === undefined) {
    if (isLocal(variables)) return;
    const message = 'This instance has no SETUP_TOKEN: set that secret to become its owner.';
    throw new ApiError('SETUP_TOKEN_INVALID', message);
  }
  if (!crypto.subtle.timingSafeEqual(await sha256(presented ?? ''), await sha256(expected))) {
    throw new ApiError('SETUP_TOKEN_INVALID', 'The setup token is missing or incorrect.');
  }
}

const done = (): ApiError => new ApiError('SETUP_DONE', 'This instance has an owner already.');
