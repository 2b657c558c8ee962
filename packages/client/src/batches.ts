import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.ts';
import { type GenerateOptions, toRequestInit, toWaitInit, type WaitOptions } from './generate-options.ts';
import { unwrap } from './unwrap.ts';

type Schemas = components['schemas'];

export type Batch = Schemas['Batch'];
export type BatchRow = Schemas['BatchRow'];
export type CreateBatch = Schemas['CreateBatch'];
export type BatchQuery = NonNullable<paths['/v1/batches']['get']['parameters']['query']>;
export type BatchRowQuery = NonNullable<paths['/v1/batches/{batchId}/rows']['get']['parameters']['query']>;

const withId = (batchId: string) => ({ params: { path: { batchId } } });

/** One JSON object on each line: a body of this form may be larger than one of JSON. */
const toNdjson = ({ rows, ...settings }: CreateBatch): Blob =>
  new Blob([settings, ...rows].map((line) => `${JSON.stringify(line)}\n`));

/** Many PDFs from one template. */
export class Batches {
  readonly #http: Client<paths>;

  constructor(http: Client<paths>) {
    this.#http = http;
  }

  async create(body: CreateBatch, options: GenerateOptions = {}): Promise<Batch> {
    const { headers, ...rest } = toRequestInit(options);
    const result = await this.#http.POST('/v1/batches', {
      body,
      bodySerializer: () => toNdjson(body),
      ...rest,
      headers: { ...headers, 'Content-Type': 'application/x-ndjson' },
    });
    return unwrap(result).data;
  }

  /** A batch with a new address of its output. */
  async get(batchId: string): Promise<Batch> {
    return unwrap(await this.#http.GET('/v1/batches/{batchId}', withId(batchId))).data;
  }

  /** One page of the batches, newest first, and the cursor of the next page. */
  async list(query: BatchQuery = {}): Promise<{ batches: Batch[]; nextCursor: string | null }> {
    const { data, nextCursor } = unwrap(await this.#http.GET('/v1/batches', { params: { query } }));
    return { batches: data, nextCursor };
  }

  /** One page of the rows in their order, with their files or errors, and the cursor of the next page. */
  async rows(
    batchId: string,
    query: BatchRowQuery = {},
  ): Promise<{ rows: BatchRow[]; nextCursor: string | null }> {
    const params = { path: { batchId }, query };
    const { data, nextCursor } = unwrap(await this.#http.GET('/v1/batches/{batchId}/rows', { params }));
    return { rows: data, nextCursor };
  }

  /** Waits until the batch is completed, failed or canceled. A paused batch has not ended. */
  async wait(batchId: string, options: WaitOptions = {}): Promise<Batch> {
    const init = { ...withId(batchId), ...toWaitInit(options) };
    for (;;) {
      const { data } = unwrap(await this.#http.GET('/v1/batches/{batchId}', init));
      if (data.finishedAt !== null) return data;
    }
  }

  /** Cancels a batch that has not ended. PDFs that were made stay. */
  async cancel(batchId: string): Promise<Batch> {
    return unwrap(await this.#http.POST('/v1/batches/{batchId}/cancel', withId(batchId))).data;
  }

  /** Resumes a paused batch at once. Without this call it is resumed within minutes after there are credits. */
  async resume(batchId: string): Promise<Batch> {
    return unwrap(await this.#http.POST('/v1/batches/{batchId}/resume', withId(batchId))).data;
  }

  /** Prints the failed rows again. */
  async retryFailed(batchId: string): Promise<Batch> {
    return unwrap(await this.#http.POST('/v1/batches/{batchId}/retry-failed', withId(batchId))).data;
  }
}
