import { randomUUID } from 'node:crypto';
import { expect, inject } from 'vitest';
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

/** One sign-in for all files. A password takes a quarter of a second of CPU. */
export const signInOperator = (): Promise<SignedIn> =>
  (operator ??= ConsoleClient.signIn(inject('dashboardUrl'), OPERATOR).then((client) => ({
    ...OPERATOR,
    client,
  })));

interface TeamOptions {
  readonly name?: string;
  readonly plan?: PlanId;
}

/** The people of `createTeam` by the part of the tests that share them, and their name. */
const cast = new Map<string, Promise<SignedIn>>();

/**
 * Creates a workspace through the routes of the dashboard. Its people have the same accounts in other workspaces too,
 * because an account takes long: a test that changes an account, or counts its workspaces, takes `createNewTeam`. The owner
 * has an account for each file: one of all files would make more changes in a minute than one person may.
 */
export const createTeam = (options?: TeamOptions): Promise<Team> => teamOf(joinAgain, options);

/** Creates a workspace and people with new accounts. */
export const createNewTeam = (options?: TeamOptions): Promise<Team> => teamOf(join, options);

/** Creates an owner with a new account and a workspace of its own. */
export async function createNewOwner(workspaceName = 'Harbour Press'): Promise<SignedIn> {
  const { client } = await signInOperator();
  const workspaceId = await client.createWorkspace(workspaceName, 'starter');
  return join(await client.invite(workspaceId, 'owner', 'operator'), 'Ada Owner');
}

/** @param sharedBy the tests that may get the same account */
type Join = (invitationUrl: string, name: string, sharedBy: 'file' | 'all files') => Promise<SignedIn>;

async function teamOf(
  joinAs: Join,
  { name = 'Harbour Press', plan = 'starter' }: TeamOptions = {},
): Promise<Team> {
  const { client } = await signInOperator();
  const workspaceId = await client.createWorkspace(name, plan);
  const owner = await joinAs(await client.invite(workspaceId, 'owner', 'operator'), 'Ada Owner', 'file');
  const [admin, member] = await Promise.all([
    owner.client.invite(workspaceId, 'admin').then((link) => joinAs(link, 'Bela Admin', 'all files')),
    owner.client.invite(workspaceId, 'member').then((link) => joinAs(link, 'Chris Member', 'all files')),
  ]);
  return { workspaceId, name, owner, admin, member };
}

async function join(invitationUrl: string, name: string): Promise<SignedIn> {
  const credentials = newcomer(name);
  const client = await ConsoleClient.join(inject('dashboardUrl'), invitationUrl, credentials);
  return { ...credentials, client };
}

const joinAgain: Join = async (invitationUrl, name, sharedBy) => {
  const key = `${sharedBy === 'file' ? expect.getState().testPath : sharedBy} ${name}`;
  const known = cast.get(key);
  if (known === undefined) {
    const joined = join(invitationUrl, name);
    cast.set(key, joined);
    return joined;
  }
  const person = await known;
  await person.client.accept(invitationUrl);
  return person;
};
