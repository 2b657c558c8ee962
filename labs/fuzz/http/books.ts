import { setTimeout as delay } from 'node:timers/promises';
import { call, type Json } from './call.ts';
import type { Owner, World } from './world.ts';

type Account = 'attacker' | 'victim' | 'scratch';
const ACCOUNTS: readonly Account[] = ['attacker', 'victim', 'scratch'];

interface RecordedFile {
  /** It was made with a live key or in the dashboard, and is no upload. */
  readonly isCharged: boolean;
  /** Random options can ask for a picture. */
  readonly isPdf: boolean;
  readonly sizeBytes: number;
}

interface Balance {
  /** Credits. */
  readonly charged: number;
  /** By their ids. */
  readonly files: ReadonlyMap<string, RecordedFile>;
  /** Ids of files that jobs and rows of batches have made. */
  readonly laterFiles: ReadonlySet<string>;
  /** Names of what the workspace has. */
  readonly contents: readonly string[];
}

/** Credits and files of the workspaces. */
export type Books = Readonly<Record<Account, Balance>>;

/** Ids of files in successful answers to the client. */
export interface AnsweredFiles {
  readonly made: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
}

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
    files: new Map(
      files.map(({ fileId, environment, generationMethod, mediaType, size }) => [
        String(fileId),
        {
          isCharged: environment === 'live' && generationMethod !== 'upload',
          isPdf: mediaType === 'application/pdf',
          sizeBytes: Number(size),
        },
      ]),
    ),
    laterFiles: await readLaterFiles(world, owner),
    contents: [...templates, ...(webhooks as unknown as Json[]), ...files].map(withoutVariables).sort(),
  };
}

async function readLaterFiles(world: World, owner: Account): Promise<ReadonlySet<string>> {
  const makers = await listAll(world, owner, '/v1/jobs');
  for (const { batchId } of await listAll(world, owner, '/v1/batches')) {
    makers.push(...(await listAll(world, owner, `/v1/batches/${String(batchId)}/rows`)));
  }
  return new Set(makers.flatMap((maker) => fileIdsIn(JSON.stringify(maker))));
}

export const fileIdsIn = (json: string): string[] =>
  [...json.matchAll(/"fileId":"(file_\w{22})"/g)].map(([, fileId]) => fileId ?? '');

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
  for (const owner of ACCOUNTS) {
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

/**
 * Returns the problems: a credit without a file, a file without a credit, a file that no answer names, an answer that names a file which
 * is not recorded, and a change of what the victim has.
 */
export function imbalances(before: Books, after: Books, answered: AnsweredFiles): string[] {
  const problems = ACCOUNTS.flatMap((owner) => differencesOf(owner, before[owner], after[owner], answered));
  const recorded = new Set(ACCOUNTS.flatMap((owner) => [...after[owner].files.keys()]));
  const lost = answered.made.difference(recorded).difference(answered.deleted);
  if (lost.size > 0) problems.push(`answers name files that are not recorded: ${listed(lost)}`);
  const [was, is] = [before.victim.contents, after.victim.contents];
  if (String(was) !== String(is)) problems.push(`the victim had ${was.join()} and has ${is.join()}`);
  return problems;
}

function differencesOf(owner: Account, before: Balance, after: Balance, answered: AnsweredFiles): string[] {
  const problems: string[] = [];
  const charged = after.charged - before.charged;
  const made = [...after.files].filter(([fileId]) => !before.files.has(fileId));
  const paid = made.filter(([, { isCharged }]) => isCharged);
  if (charged !== paid.length) {
    problems.push(
      `${owner}: ${charged} credits were spent, and ${paid.length} files to pay for are recorded`,
    );
  }
  const unnamed = new Set(made.map(([fileId]) => fileId))
    .difference(answered.made)
    .difference(after.laterFiles);
  if (unnamed.size > 0) problems.push(`${owner}: no answer names the files ${listed(unnamed)}`);
  const gone = new Set(before.files.keys())
    .difference(new Set(after.files.keys()))
    .difference(answered.deleted);
  if (gone.size > 0) problems.push(`${owner}: nobody deleted the files ${listed(gone)}`);
  return problems;
}

const SHOWN = 5;

const listed = (fileIds: ReadonlySet<string>): string =>
  `${[...fileIds].slice(0, SHOWN).join(', ')}${fileIds.size > SHOWN ? ` and ${fileIds.size - SHOWN} others` : ''}`;

/** Compares the index of each workspace with the objects in R2, and reads each PDF. */
export async function checkObjects(world: World, books: Books): Promise<string[]> {
  const problems: string[] = [];
  const stored = (await (await fetch(`${world.url}/test/objects`)).json()) as string[];
  const pdfs = new Set(stored.filter((key) => key.startsWith('pdf/')).map((key) => key.slice('pdf/'.length)));
  for (const owner of ACCOUNTS) {
    for (const [fileId, { isPdf, sizeBytes }] of books[owner].files) {
      if (!pdfs.delete(fileId)) problems.push(`${owner}: the file ${fileId} has no object`);
      const response = await fetch(`${world.url}/v1/files/${fileId}/content`, {
        headers: { 'X-API-Key': world.keys[owner] },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isWhole =
        bytes.length === sizeBytes && (!isPdf || bytes.subarray(0, 5).toString('latin1') === '%PDF-');
      if (!isWhole)
        problems.push(`${owner}: ${response.status} and ${bytes.length} bytes for the file ${fileId}`);
    }
  }
  return [...problems, ...[...pdfs].map((fileId) => `the object of ${fileId} belongs to no file`)];
}
