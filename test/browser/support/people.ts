import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Role } from '../../../schema/console/roles.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { ConsoleClient, type Credentials } from './console-client.ts';

/** The operator of the shared service. */
export const OPERATOR: Credentials = {
  name: 'Olivia Operator',
  email: 'olivia@example.com',
  password: 'press the start button',
};

export interface SignedIn extends Credentials {
  readonly client: ConsoleClient;
}

/** A workspace with one person of each role. */
export interface Team {
  readonly workspaceId: string;
  readonly name: string;
  readonly owner: SignedIn;
  readonly admin: SignedIn;
  readonly member: SignedIn;
}

/** Credentials of a person without an account. */
export const newcomer = (name: string): Credentials => ({
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`,
  password: 'paper ink and patience',
});

let operator: Promise<SignedIn> | null = null;

/** One sign-in for all files. */
export const signInOperator = (): Promise<SignedIn> =>
  (operator ??= ConsoleClient.signIn(inject('dashboardUrl'), OPERATOR).then((client) => ({
    ...OPERATOR,
    client,
  })));

interface TeamOptions {
  readonly name?: string;
  readonly plan?: PlanId;
}

/** Creates a workspace and its people through the routes of the dashboard. */
export async function createTeam({
  name = 'Harbour Press',
  plan = 'starter',
}: TeamOptions = {}): Promise<Team> {
  const { client } = await signInOperator();
  const workspaceId = await client.createWorkspace(name, plan);
  const joined = async (role: Role, person: string): Promise<SignedIn> =>
    join(await client.invite(workspaceId, role, 'operator'), person);
  const [owner, admin, member] = await Promise.all([
    joined('owner', 'Ada Owner'),
    joined('admin', 'Bela Admin'),
    joined('member', 'Chris Member'),
  ]);
  return { workspaceId, name, owner, admin, member };
}

/** Creates an owner with a new account and a workspace of its own. */
export async function createOwner(workspaceName = 'Harbour Press'): Promise<SignedIn> {
  const { client } = await signInOperator();
  const workspaceId = await client.createWorkspace(workspaceName, 'starter');
  return join(await client.invite(workspaceId, 'owner', 'operator'), 'Ada Owner');
}

async function join(invitationUrl: string, name: string): Promise<SignedIn> {
  const credentials = newcomer(name);
  const client = await ConsoleClient.join(inject('dashboardUrl'), invitationUrl, credentials);
  return { ...credentials, client };
}
