import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { batch, batchRow } from '../../schema/api/batches.ts';
import { keptFile } from '../../schema/api/files.ts';
import { job } from '../../schema/api/jobs.ts';
import { usageAnswer } from '../../schema/api/usage.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import type { Endpoint, Workspace } from './workspaces.ts';

/** The records of the service about a workspace. */
export interface Recorded {
  /** The index of the ledger: until when each file is kept, in epoch milliseconds. */
  readonly files: ReadonlyMap<string, number>;
  /** The files of jobs and rows. They stay in this list after they were deleted. */
  readonly laterFiles: ReadonlySet<string>;
  readonly jobs: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  readonly batches: readonly string[];
  /** Error codes of jobs and rows that failed. */
  readonly failures: readonly string[];
  readonly openJobs: number;
  readonly openBatches: readonly string[];
  /** Copies to external storage that are not made yet, and are tried again. */
  readonly openCopies: number;
  /** Credits spent in this month. */
  readonly quotaUsed: number;
  /** Live PDFs in the counts by day: of this month, and of all months. */
  readonly countedThisMonth: number;
  readonly counted: number;
}

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

const filePage = pageOf(keptFile.pick({ fileId: true, retainedUntil: true, copies: true }));
const jobPage = pageOf(job.pick({ jobId: true, state: true, fileId: true, error: true }));
const batchPage = pageOf(batch.pick({ batchId: true, state: true }));
const rowPage = pageOf(batchRow.pick({ fileId: true, error: true }));

const usageOfMonth = z.object({ data: usageAnswer.shape.data.pick({ byDay: true }) });

const MAX_TRIES = 120;

/** `2026-10` for each month, the last one too. */
function monthsBetween(from: number, to: number): string[] {
  const months: string[] = [];
  const last = new Date(to).toISOString().slice(0, 7);
  for (const at = new Date(from); months.at(-1) !== last; at.setUTCMonth(at.getUTCMonth() + 1, 1)) {
    months.push(at.toISOString().slice(0, 7));
  }
  return months;
}

const hasEnded = (state: string): boolean => /^(completed|failed|canceled)$/.test(state);

/** Reads the service like a client. A read that fails is repeated. */
export class BooksReader {
  readonly #endpoint: () => Endpoint;
  readonly #now: () => number;
  readonly #startedAt: number;

  /** @param now the clock of the service, in epoch milliseconds */
  constructor(endpoint: () => Endpoint, now: () => number) {
    this.#endpoint = endpoint;
    this.#now = now;
    this.#startedAt = now();
  }

  /** Its rate has no limit meanwhile, so it may be read as often as needed. */
  async liftRate({ id }: Workspace): Promise<void> {
    await this.#operator.setWorkspace(id, { plan: 'scale-enterprise' });
  }

  async restoreRate({ id, plan }: Workspace): Promise<void> {
    await this.#operator.setWorkspace(id, { plan });
  }

  async read(workspace: Workspace): Promise<Recorded> {
    const [files, jobs, batches] = [
      await this.#list(workspace, '/v1/files', filePage),
      await this.#list(workspace, '/v1/jobs', jobPage),
      await this.#list(workspace, '/v1/batches', batchPage),
    ];
    const prints: { readonly fileId: string | null; readonly error: { code: string } | null }[] = [...jobs];
    for (const { batchId } of batches) {
      prints.push(...(await this.#list(workspace, `/v1/batches/${batchId}/rows`, rowPage)));
    }
    const copies = files.flatMap(({ copies: of = [] }) => of);
    const months = await this.#countMonths(workspace);
    const inState = (...states: string[]) =>
      jobs.filter(({ state }) => states.includes(state)).map(({ jobId }) => jobId);
    const ended = batches.filter(({ state }) => hasEnded(state)).map(({ batchId }) => batchId);
    return {
      files: new Map(files.map(({ fileId, retainedUntil }) => [fileId, Date.parse(retainedUntil)])),
      laterFiles: new Set(prints.flatMap(({ fileId }) => fileId ?? [])),
      failures: prints.flatMap(({ error }) => error?.code ?? []),
      jobs: { succeeded: inState('succeeded'), failed: inState('failed') },
      batches: ended,
      openJobs: inState('queued', 'running').length,
      openBatches: batches.filter(({ state }) => !hasEnded(state)).map(({ batchId }) => batchId),
      openCopies: copies.filter(({ state }) => state === 'pending' || state === 'failed').length,
      quotaUsed: (await this.#operator.setWorkspace(workspace.id, {})).quotaUsed,
      countedThisMonth: months.at(-1) ?? 0,
      counted: months.reduce((sum, count) => sum + count, 0),
    };
  }

  /** Live PDFs in the counts by day, of each month since the start. */
  async #countMonths(workspace: Workspace): Promise<number[]> {
    const counts: number[] = [];
    for (const month of monthsBetween(this.#startedAt, this.#now())) {
      const { data } = usageOfMonth.parse(await this.#get(workspace, `/v1/usage?month=${month}`));
      counts.push(data.byDay.reduce((sum, { live }) => sum + live, 0));
    }
    return counts;
  }

  get #operator(): Operator {
    const { url, operatorToken } = this.#endpoint();
    return new Operator(url, operatorToken);
  }

  async #list<T>(
    workspace: Workspace,
    path: string,
    page: z.ZodType<{ data: T[]; nextCursor: string | null }>,
  ): Promise<T[]> {
    const items: T[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const address = `${path}${path.includes('?') ? '&' : '?'}limit=200${query}`;
      const { data, nextCursor } = page.parse(await this.#get(workspace, address));
      items.push(...data);
      cursor = nextCursor;
    }
    return items;
  }

  async #get({ key }: Workspace, path: string): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(`${this.#endpoint().url}${path}`, { headers: { 'X-API-Key': key } });
        const body = await response.text();
        if (response.ok) return JSON.parse(body);
        if (attempt === MAX_TRIES) throw new Error(`${path} answered ${response.status}: ${body}`);
      } catch (error) {
        if (attempt === MAX_TRIES) throw error;
      }
      await delay(500);
    }
  }
}
