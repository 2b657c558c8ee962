import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { batch, batchRow } from '../../schema/api/batches.ts';
import { job } from '../../schema/api/jobs.ts';
import { usageAnswer } from '../../schema/api/usage.ts';
import { Operator } from '../../scripts/operator.ts';
import type { Endpoint, Workspace } from './workspaces.ts';

/** What the service says about a workspace. */
export interface Recorded {
  /** The index of the ledger. */
  readonly files: ReadonlySet<string>;
  /** Of jobs and rows, also after they were deleted. */
  readonly laterFiles: ReadonlySet<string>;
  readonly jobs: { readonly succeeded: readonly string[]; readonly failed: readonly string[] };
  readonly batches: readonly string[];
  readonly openJobs: number;
  readonly openBatches: number;
  /** Credits spent in this month. */
  readonly quotaUsed: number;
  /** PDFs in the counts by day, of the present month. */
  readonly counted: number;
}

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() });

const filePage = pageOf(z.object({ fileId: z.string() }));
const jobPage = pageOf(job.pick({ jobId: true, state: true, fileId: true, files: true }));
const batchPage = pageOf(batch.pick({ batchId: true, state: true }));
const rowPage = pageOf(batchRow.pick({ fileId: true }));

const usageOfMonth = z.object({ data: usageAnswer.shape.data.pick({ byDay: true }) });

const MAX_TRIES = 120;

const hasEnded = (state: string): boolean => /^(completed|failed|canceled)$/.test(state);

/** Reads the service like a client. A read that fails is repeated. */
export class BooksReader {
  readonly #endpoint: () => Endpoint;

  constructor(endpoint: () => Endpoint) {
    this.#endpoint = endpoint;
  }

  /** Its rate has no limit any more, so it may be read as often as needed. */
  async liftRate({ id }: Workspace): Promise<void> {
    await this.#operator.setWorkspace(id, { plan: 'scale-enterprise' });
  }

  async read(workspace: Workspace): Promise<Recorded> {
    const [files, jobs, batches] = [
      await this.#list(workspace, '/v1/files', filePage),
      await this.#list(workspace, '/v1/jobs', jobPage),
      await this.#list(workspace, '/v1/batches', batchPage),
    ];
    const laterFiles = new Set(jobs.flatMap(({ fileId }) => fileId ?? []));
    for (const { batchId } of batches) {
      const rows = await this.#list(workspace, `/v1/batches/${batchId}/rows`, rowPage);
      for (const { fileId } of rows) if (fileId !== null) laterFiles.add(fileId);
    }
    const inState = (...states: string[]) =>
      jobs.filter(({ state }) => states.includes(state)).map(({ jobId }) => jobId);
    const ended = batches.filter(({ state }) => hasEnded(state)).map(({ batchId }) => batchId);
    return {
      files: new Set(files.map(({ fileId }) => fileId)),
      laterFiles,
      jobs: { succeeded: inState('succeeded'), failed: inState('failed') },
      batches: ended,
      openJobs: inState('queued', 'running').length,
      openBatches: batches.length - ended.length,
      quotaUsed: await this.credits(workspace),
      counted: await this.counted(workspace),
    };
  }

  async openBatches(workspace: Workspace): Promise<string[]> {
    const batches = await this.#list(workspace, '/v1/batches', batchPage);
    return batches.filter(({ state }) => !hasEnded(state)).map(({ batchId }) => batchId);
  }

  async credits({ id }: Workspace): Promise<number> {
    return (await this.#operator.setWorkspace(id, {})).quotaUsed;
  }

  /** Live PDFs of a month, `2026-10`, in the counts by day. */
  async counted(workspace: Workspace, month?: string): Promise<number> {
    const query = month === undefined ? '' : `?month=${month}`;
    const { data } = usageOfMonth.parse(await this.#get(workspace, `/v1/usage${query}`));
    return data.byDay.reduce((sum, { live }) => sum + live, 0);
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
