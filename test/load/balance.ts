import type { WorkspaceBooks } from './client-books.ts';
import type { Recorded } from './service-books.ts';
import type { Deliveries } from './deliveries.ts';
import type { Workspace } from './workspaces.ts';

/** The sums of a run, over all workspaces. */
export interface Totals {
  /** Live files that clients were answered, with those of jobs and rows. */
  made: number;
  credits: number;
  counted: number;
  /** Files that should be in the index. */
  kept: number;
  files: number;
  jobs: number;
  batches: number;
  /** Events that were recorded, and that arrived. */
  events: number;
  delivered: number;
}

export const noTotals = (): Totals => ({
  made: 0,
  credits: 0,
  counted: 0,
  kept: 0,
  files: 0,
  jobs: 0,
  batches: 0,
  events: 0,
  delivered: 0,
});

const missingFrom = (all: Iterable<string>, known: ReadonlySet<string>): string[] =>
  [...all].filter((item) => !known.has(item));

const SHOWN = 3;

/** Null if both have the same items. */
function difference(what: string, expected: ReadonlySet<string>, found: ReadonlySet<string>): string | null {
  const [missing, more] = [missingFrom(expected, found), missingFrom(found, expected)];
  if (missing.length + more.length === 0) return null;
  const list = (items: string[]): string =>
    items.length === 0 ? '' : ` (${items.slice(0, SHOWN).join(', ')}${items.length > SHOWN ? ', …' : ''})`;
  return `${what}: ${missing.length} missing${list(missing)}, ${more.length} too many${list(more)}`;
}

export interface Books {
  readonly workspace: Workspace;
  readonly client: WorkspaceBooks;
  readonly recorded: Recorded;
  readonly deliveries: Deliveries;
  /** Files whose retention has ended. */
  readonly expired: ReadonlySet<string>;
  /** Credits that were spent in earlier months. */
  readonly earlierCredits: number;
  readonly earlierCounted: number;
}

/** Compares what a workspace's clients know with what the service says. @returns what is wrong */
export function balance(books: Books, totals: Totals): string[] {
  const { workspace, client, recorded, expired } = books;
  const made = client.made.union(recorded.laterFiles);
  const kept = made.difference(client.deleted).difference(expired);
  const spent = workspace.environment === 'live' ? made.size : 0;
  const credits = recorded.quotaUsed + books.earlierCredits;
  const counted = recorded.counted + books.earlierCounted;
  totals.made += spent;
  totals.credits += credits;
  totals.counted += counted;
  totals.kept += kept.size;
  totals.files += recorded.files.size;
  totals.jobs += recorded.jobs.succeeded.length;
  totals.batches += recorded.batches.length;
  const wrong = [
    difference('files of the index', kept, recorded.files),
    credits === spent ? null : `${credits} credits were spent for ${spent} files`,
    counted === spent ? null : `${counted} PDFs were counted for ${spent} files`,
    recorded.openJobs === 0 ? null : `${recorded.openJobs} jobs have not ended`,
    recorded.openBatches === 0 ? null : `${recorded.openBatches} batches have not ended`,
    ...balanceEvents(books, totals),
  ];
  return wrong.flatMap((problem) => (problem === null ? [] : [`${workspace.name}: ${problem}`]));
}

function balanceEvents({ client, recorded, expired, workspace, deliveries }: Books, totals: Totals) {
  const arrivedOf = deliveries.of(workspace.name);
  const expected = {
    'job.succeeded': new Set(recorded.jobs.succeeded),
    'job.failed': new Set(recorded.jobs.failed),
    'batch.completed': new Set(recorded.batches),
    'file.deleted': client.deleted.union(expired),
  };
  return Object.entries(expected).map(([type, ids]) => {
    const arrived = arrivedOf.get(type) ?? new Set<string>();
    totals.events += ids.size;
    totals.delivered += arrived.size;
    return difference(`webhooks of ${type}`, ids, arrived);
  });
}
