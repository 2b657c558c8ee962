import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.ts';
import { type GenerateOptions, toRequestInit, toWaitInit, type WaitOptions } from './generate-options.ts';
import { unwrap } from './unwrap.ts';

type Schemas = components['schemas'];

export type Job = Schemas['Job'];
export type JobQuery = NonNullable<paths['/v1/jobs']['get']['parameters']['query']>;

/** `done`: an earlier request with the same idempotency key has made the PDF. */
export type Acceptance =
  | { readonly outcome: 'accepted'; readonly job: Job }
  | { readonly outcome: 'done'; readonly response: Schemas['GenerateResponse'] };

const withId = (jobId: string) => ({ params: { path: { jobId } } });

/** PDFs that the service accepts now and makes later. */
export class Jobs {
  readonly #http: Client<paths>;

  constructor(http: Client<paths>) {
    this.#http = http;
  }

  /** Takes the same body as `generate`. */
  async create(body: Schemas['GenerateRequest'], options: GenerateOptions = {}): Promise<Acceptance> {
    const { headers, ...rest } = toRequestInit(options);
    const init = { body, ...rest, headers: { ...headers, Prefer: 'respond-async' } };
    const result = unwrap(await this.#http.POST('/v1/pdf/generate', init));
    if (typeof result === 'string') throw new TypeError('The service did not return JSON.');
    return 'usage' in result
      ? { outcome: 'done', response: result }
      : { outcome: 'accepted', job: result.data };
  }

  async get(jobId: string): Promise<Job> {
    return unwrap(await this.#http.GET('/v1/jobs/{jobId}', withId(jobId))).data;
  }

  /** One page of the jobs, newest first, and the cursor of the next page. */
  async list(query: JobQuery = {}): Promise<{ jobs: Job[]; nextCursor: string | null }> {
    const { data, nextCursor } = unwrap(await this.#http.GET('/v1/jobs', { params: { query } }));
    return { jobs: data, nextCursor };
  }

  /** Waits until the job has succeeded, failed or was canceled. */
  async wait(jobId: string, options: WaitOptions = {}): Promise<Job> {
    const init = { ...withId(jobId), ...toWaitInit(options) };
    for (;;) {
      const { data } = unwrap(await this.#http.GET('/v1/jobs/{jobId}', init));
      if (data.finishedAt !== null) return data;
    }
  }

  /** Cancels a job that is queued or running. */
  async cancel(jobId: string): Promise<Job> {
    return unwrap(await this.#http.POST('/v1/jobs/{jobId}/cancel', withId(jobId))).data;
  }
}
