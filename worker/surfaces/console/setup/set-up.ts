import { LOCAL_WORKSPACE_NAME, type Session, type Setup } from '../../../../schema/console/session.ts';
import type { PlanId } from '../../../../schema/plans.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { auditEntry } from '../../../verbs/audit/audit-entry.ts';
import type { BaseCtx, MemberActor } from '../../../ctx.ts';
import { newPerson } from '../../../verbs/people/new-person.ts';
import { anyoneExists } from '../../../adapters/d1/people.ts';
import type { Services } from '../../../services.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { findWorkspaceWithoutPeople, insertOwner } from '../../../adapters/d1/setup.ts';
import { newWorkspace } from '../../../verbs/workspaces/create-workspace.ts';

export async function readSetupState({ services }: BaseCtx): Promise<Session['setup']> {
  const { database, variables } = services;
  if (await anyoneExists(database)) return 'done';
  return isLocal(variables) && variables.SETUP_TOKEN === undefined ? 'needed' : 'needed-with-token';
}

/** Who sets an installation up pays for it, so no plan limits their own workspace. */
const OWNER_PLAN: PlanId = 'scale-enterprise';

/**
 * On a developer's machine, the owner takes over the workspace that `npm start` has created for its key, and gives it a name.
 * The owner also joins the other workspaces without people.
 *
 * @throws {ApiError} `SETUP_DONE`, `SETUP_TOKEN_INVALID`
 */
export async function setUp(ctx: BaseCtx, input: Setup): Promise<void> {
  const { services } = ctx;
  const { database, variables } = services;
  // Before the password is hashed: a request that is refused must stay cheap.
  if (await anyoneExists(database)) throw new ApiError('SETUP_DONE');
  await checkToken(variables, input.token);
  const person = await newPerson(services, input, { operator: true });
  const name = input.workspaceName;
  const takesOthers = isLocal(variables);
  const taken = takesOthers ? await findWorkspaceWithoutPeople(database, LOCAL_WORKSPACE_NAME) : null;
  const workspace = taken === null ? newWorkspace(name, services.now(), OWNER_PLAN) : { ...taken, name };
  const { id, plan } = workspace;
  const actor: MemberActor = { kind: 'person', id: person.id, name: person.name, role: 'owner' };
  const audited = { ...ctx, actor, workspace };
  const entry = taken
    ? auditEntry(audited, 'workspace.changed', id, { name })
    : auditEntry(audited, 'workspace.created', id, { name, plan });
  const owner = { person, workspace, joinedAt: entry.at, takesOthers };
  if (!(await insertOwner(database, owner, entry))) throw new ApiError('SETUP_DONE');
}

const isLocal = ({ LOCAL_DEVELOPMENT }: Services['variables']): boolean => LOCAL_DEVELOPMENT === 'true';

/** The token keeps strangers from becoming the owner of a deployed instance. */
async function checkToken(variables: Services['variables'], presented: string | undefined): Promise<void> {
  const expected = variables.SETUP_TOKEN;
  if (expected === undefined) {
    if (isLocal(variables)) return;
    const message = 'This installation has no SETUP_TOKEN. Set this secret to become its owner.';
    throw new ApiError('SETUP_TOKEN_INVALID', { message });
  }
  if (!crypto.subtle.timingSafeEqual(await sha256(presented ?? ''), await sha256(expected))) {
    throw new ApiError('SETUP_TOKEN_INVALID');
  }
}
