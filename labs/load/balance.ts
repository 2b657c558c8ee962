import type { WorkspaceBooks } from './client-books.ts';
import type { Deliveries } from './deliveries.ts';
import type { Recorded } from './service-books.ts';
import type { Workspace } from './workspaces.ts';

const NO_TOTALS = {
  /** Live files that clients were answered, with those of jobs and rows. */
  made: 0,
  credits: 0,
  counted: 0,
  /** Files that should be in the index. */
  kept: 0,
  files: 0,
  jobs: 0,
  batches: 0,
  /** Error codes of jobs and rows that failed, and how many did. */
  failures: new Map<string, number>(),
  /** Events that were recorded, and that arrived. */
  events: 0,
  delivered: 0,
};

/** The sums of a run, over all workspaces. */
export type Totals = typeof NO_TOTALS;

export const noTotals = (): Totals => ({ ...NO_TOTALS, failures: new Map() });

const SHOWN = 3;

/** Returns null if both have the same items. */
function difference(what: string, expected: ReadonlySet<string>, found: ReadonlySet<string>): string | null {
  const [missing, more] = [[...expected.difference(found)], [...found.difference(expected)]];
  if (missing.length + more.length === 0) return null;
  const list = (items: string[]): string =>
    items.length === 0 ? '' : ` (${items.slice(0, SHOWN).join(', ')}${items.length > SHOWN ? ', …' : ''})`;
  return `${what}: ${missing.length} missing${list(missing)}, ${more.length} too many${list(more)}`;
}

const some = (count: number, what: string): string | null => (count === 0 ? null : `${count} ${what}`);

export interface Books {
  readonly workspace: Workspace;
  readonly client: WorkspaceBooks;
  readonly recorded: Recorded;
  readonly deliveries: Deliveries;
}

/** Adds what the client learns when it reads: the files of jobs and rows, and how jobs and batches ended. */
function learn({ client, recorded }: Books): void {
  for (const fileId of recorded.laterFiles) client.add(fileId, false);
  for (const jobId of recorded.jobs.succeeded) client.succeededJobs.add(jobId);
  for (const jobId of recorded.jobs.failed) client.failedJobs.add(jobId);
  for (const batchId of recorded.batches) client.endedBatches.add(batchId);
}

/** Compares what a workspace's clients know with what the service says. @returns what is wrong */
export function balance(books: Books, totals: Totals): string[] {
  learn(books);
  const { workspace, client, recorded } = books;
  const { quotaUsed, counted, countedThisMonth } = recorded;
  const kept = client.made.difference(client.deleted).difference(client.expired);
  const spent = workspace.environment === 'live' ? client.made.size : 0;
  totals.made += spent;
  totals.credits += counted - countedThisMonth + quotaUsed;
  totals.counted += counted;
  totals.kept += kept.size;
  totals.files += recorded.files.size;
  totals.jobs += client.succeededJobs.size;
  totals.batches += client.endedBatches.size;
  for (const code of recorded.failures) totals.failures.set(code, (totals.failures.get(code) ?? 0) + 1);
  const wrong = [
    difference('files of the index', kept, new Set(recorded.files.keys())),
    difference('jobs that ended', client.jobs, client.succeededJobs.union(client.failedJobs)),
    difference('batches that ended', client.batches, client.endedBatches),
    quotaUsed === countedThisMonth ? null : `${quotaUsed} credits are spent for ${countedThisMonth} PDFs`,
    counted === spent ? null : `${counted} PDFs were counted for ${spent} files`,
    some(recorded.openJobs, 'jobs have not ended'),
    some(recorded.openBatches.length, 'batches have not ended'),
    some(recorded.openCopies, 'copies are missing'),
    ...balanceEvents(books, totals),
  ];
  return wrong.flatMap((problem) => (problem === null ? [] : [`${workspace.name}: ${problem}`]));
}

function balanceEvents({ client, workspace, deliveries }: Books, totals: Totals) {
  const arrived = deliveries.of(workspace.name);
  const expected = {
    'job.succeeded': client.succeededJobs,
    'job.failed': client.failedJobs,
    'batch.completed': client.endedBatches,
    'file.deleted': client.deleted.union(client.expired),
  };
  return Object.entries(expected).map(([type, ids]) => {
    const found = arrived.get(type) ?? new Set<string>();
    totals.events += ids.size;
    totals.delivered += found.size;
    return difference(`webhooks of ${type}`, ids, found);
  });
}
