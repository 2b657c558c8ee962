import type { components, paths } from './api.ts';
import type { CallOptions, CreateOptions, WaitOptions } from './call-options.ts';
import { type Http, readData, withKey } from './http.ts';
import { allPages, type Page } from './page.ts';
import { waitForEnd } from './wait-for-end.ts';

type Schemas = components['schemas'];

export type Batch = Schemas['Batch'];
export type BatchRow = Schemas['BatchRow'];
export type CreateBatch = Schemas['CreateBatch'];
export type BatchQuery = NonNullable<paths['/v1/batches']['get']['parameters']['query']>;
export type BatchRowQuery = NonNullable<paths['/v1/batches/{batchId}/rows']['get']['parameters']['query']>;

/** Writes one JSON object on each line, because the service accepts larger bodies in this form. */
const toNdjson = ({ rows, ...settings }: CreateBatch): Blob =>
  new Blob([settings, ...rows].map((line) => `${JSON.stringify(line)}\n`));

/** Many PDFs from one template. */
export class Batches {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  create(body: CreateBatch, options: CreateOptions = {}): Promise<Batch> {
    const request = {
      ...withKey(options),
      method: 'post' as const,
      target: '/v1/batches',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: toNdjson(body),
    };
    return this.#http.send(request, readData<Batch>);
  }

  /** Returns a batch with a new URL of its output. */
  async get(batchId: string, options: CallOptions = {}): Promise<Batch> {
    return (await this.#http.json('get', '/v1/batches/{batchId}', { ...options, path: { batchId } })).data;
  }

  /** Returns one page of the batches, newest first. */
  list(query: BatchQuery = {}, options: CallOptions = {}): Promise<Page<Batch>> {
    return this.#http.json('get', '/v1/batches', { ...options, query });
  }

  /** Loads all batches that match the query, page by page. */
  all(query: BatchQuery = {}, options: CallOptions = {}): AsyncGenerator<Batch> {
    return allPages(query, (next) => this.list(next, options));
  }

  /** Returns one page of the rows in their order, with their files or errors. */
  rows(batchId: string, query: BatchRowQuery = {}, options: CallOptions = {}): Promise<Page<BatchRow>> {
    const call = { ...options, path: { batchId }, query };
    return this.#http.json('get', '/v1/batches/{batchId}/rows', call);
  }

  /** Loads all rows that match the query in their order, page by page. */
  allRows(batchId: string, query: BatchRowQuery = {}, options: CallOptions = {}): AsyncGenerator<BatchRow> {
    return allPages(query, (next) => this.rows(batchId, next, options));
  }

  /** Waits until the batch is completed, failed or canceled. A paused batch has not ended. @param batch or its id */
  wait(batch: Pick<Batch, 'batchId'> | string, options: WaitOptions = {}): Promise<Batch> {
    const path = { batchId: typeof batch === 'string' ? batch : batch.batchId };
    return waitForEnd(
      options,
      async (call) => (await this.#http.json('get', '/v1/batches/{batchId}', { path, ...call })).data,
    );
  }

  /** Cancels a batch that has not ended. Its finished PDFs stay. */
  cancel(batchId: string, options: CallOptions = {}): Promise<Batch> {
    return this.#change(batchId, '/v1/batches/{batchId}/cancel', options);
  }

  /** Resumes a paused batch at once. Without this call, the service resumes it within minutes after credits are available. */
  resume(batchId: string, options: CallOptions = {}): Promise<Batch> {
    return this.#change(batchId, '/v1/batches/{batchId}/resume', options);
  }

  /** Prints the failed rows again. */
  retryFailed(batchId: string, options: CallOptions = {}): Promise<Batch> {
    return this.#change(batchId, '/v1/batches/{batchId}/retry-failed', options);
  }

  async #change(
    batchId: string,
    path: `/v1/batches/{batchId}/${'cancel' | 'resume' | 'retry-failed'}`,
    options: CallOptions,
  ): Promise<Batch> {
    return (await this.#http.json('post', path, { ...options, path: { batchId } })).data;
  }
}
