import { setTimeout as delay } from 'node:timers/promises';
import { call, type Json } from './call.ts';
import type { Owner, World } from './world.ts';

type Account = 'attacker' | 'victim' | 'scratch';
const ACCOUNTS: readonly Account[] = ['attacker', 'victim', 'scratch'];

interface Balance {
  readonly charged: number;
  readonly files: number;
  /** Names of what the workspace has. */
  readonly contents: readonly string[];
}

/** Credits and files of the workspaces. */
export type Books = Readonly<Record<Account, Balance>>;

const PAGE = 100;

async function listAll(world: World, owner: Account, path: string): Promise<Json[]> {
  const items: Json[] = [];
  let cursor = '';
  for (;;) {
    const query = `limit=${PAGE}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const response = await fetch(`${world.url}${path}?${query}`, {
      headers: { 'X-API-Key': world.keys[owner] },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`GET ${path} of ${owner} answered ${response.status}: ${text}`);
    const { data, nextCursor } = JSON.parse(text) as { data: Json[]; nextCursor: string | null };
    items.push(...data);
    if (nextCursor === null) return items;
    cursor = nextCursor;
  }
}

export async function readBooks(world: World): Promise<Books> {
  const balances = await Promise.all(
    ACCOUNTS.map(async (owner): Promise<[Account, Balance]> => [owner, await readBalance(world, owner)]),
  );
  return Object.fromEntries(balances) as Books;
}

async function readBalance(world: World, owner: Account): Promise<Balance> {
  const { quotaUsed } = await world.operator.setWorkspace(world.things[owner as Owner].ws, {});
  const files = await listAll(world, owner, '/v1/files');
  const templates = await listAll(world, owner, '/v1/templates');
  const webhooks = await call(world.url, 'GET', '/v1/webhooks', {
    headers: { 'X-API-Key': world.keys[owner] },
  });
  return {
    charged: quotaUsed,
    files: files.filter(({ environment }) => environment === 'live').length,
    contents: [...templates, ...(webhooks as unknown as Json[]), ...files].map(withoutVariables).sort(),
  };
}

/** Signed addresses are new in each answer, and the state of deliveries changes by itself. */
const withoutVariables = (item: Json): string =>
  JSON.stringify(item, (name, value: unknown) =>
    /signedUrl|expiresAt|last|deliver/i.test(name) ? undefined : value,
  );

const STATES = {
  jobs: ['queued', 'running'],
  batches: ['accepting', 'queued', 'running', 'paused'],
} as const;

/** Waits until no job and no batch can still print. Paused batches are cancelled. */
export async function settle(world: World): Promise<void> {
  for (const owner of ['attacker', 'scratch'] as const) {
    while (await isWorking(world, owner)) await delay(200);
  }
}

async function isWorking(world: World, owner: Account): Promise<boolean> {
  const jobs = await listAll(world, owner, '/v1/jobs');
  const batches = await listAll(world, owner, '/v1/batches');
  for (const { batchId, state } of batches) {
    if (state !== 'paused') continue;
    await call(world.url, 'POST', `/v1/batches/${String(batchId)}/cancel`, {
      headers: { 'X-API-Key': world.keys[owner] },
    });
  }
  const isOpen = (states: readonly string[]) => (item: Json) => states.includes(String(item.state));
  return jobs.some(isOpen(STATES.jobs)) || batches.some(isOpen(STATES.batches));
}

/** @param deleted files of the scratch workspace that requests have deleted */
export function imbalances(before: Books, after: Books, deleted: number): string[] {
  const problems: string[] = [];
  for (const owner of ACCOUNTS) {
    const charged = after[owner].charged - before[owner].charged;
    const stored = after[owner].files - before[owner].files + (owner === 'scratch' ? deleted : 0);
    if (charged !== stored)
      problems.push(`${owner}: ${charged} credits were spent, and ${stored} files recorded`);
  }
  const [was, is] = [before.victim.contents, after.victim.contents];
  if (String(was) !== String(is)) problems.push(`the victim had ${was.join()} and has ${is.join()}`);
  return problems;
}
