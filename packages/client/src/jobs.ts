import type { components, paths } from './api.ts';
import type { CallOptions, CreateOptions, WaitOptions } from './call-options.ts';
import { type Http, withKey } from './http.ts';
import { allPages, type Page } from './page.ts';
import type { FinishRequest, MergeRequest, SplitRequest, SplitResponse } from './pdf.ts';
import { waitForEnd } from './wait-for-end.ts';

type Schemas = components['schemas'];

export type Job = Schemas['Job'];
export type JobQuery = NonNullable<paths['/v1/jobs']['get']['parameters']['query']>;

/** The service has made the file without a job. */
export class NoJobError extends Error {
  override readonly name = 'NoJobError';
  /** The file, or the files of a split. */
  readonly response: Schemas['GenerateResponse'] | SplitResponse;

  constructor(response: NoJobError['response']) {
    super(
      'There is no job: an earlier request with this idempotency key made the file, or the body is too large for a job. The file is in `response`.',
    );
    this.response = response;
  }
}

/** The paths whose requests can become jobs. */
type JobPath = '/v1/pdf/generate' | '/v1/pdf/merge' | '/v1/pdf/split' | '/v1/pdf/finish';

const LATER = { 'Content-Type': 'application/json', Prefer: 'respond-async' };

/** Requests that the service accepts now and completes later. */
export class Jobs {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Takes the same body as `generate`. @throws {NoJobError} */
  create(body: Schemas['GenerateRequest'], options: CreateOptions = {}): Promise<Job> {
    return this.#accept('/v1/pdf/generate', body, options);
  }

  /** Takes the same body as `pdf.merge`. @throws {NoJobError} */
  merge(body: MergeRequest, options: CreateOptions = {}): Promise<Job> {
    return this.#accept('/v1/pdf/merge', body, options);
  }

  /** Takes the same body as `pdf.split`. The `files` of the job are the parts. @throws {NoJobError} */
  split(body: SplitRequest, options: CreateOptions = {}): Promise<Job> {
    return this.#accept('/v1/pdf/split', body, options);
  }

  /** Takes the same body as `pdf.finish`. @throws {NoJobError} */
  finish(body: FinishRequest, options: CreateOptions = {}): Promise<Job> {
    return this.#accept('/v1/pdf/finish', body, options);
  }

  async get(jobId: string, options: CallOptions = {}): Promise<Job> {
    return (await this.#http.json('get', '/v1/jobs/{jobId}', { ...options, path: { jobId } })).data;
  }

  /** Returns one page of the jobs, newest first. */
  list(query: JobQuery = {}, options: CallOptions = {}): Promise<Page<Job>> {
    return this.#http.json('get', '/v1/jobs', { ...options, query });
  }

  /** Loads all jobs that match the query, page by page. */
  all(query: JobQuery = {}, options: CallOptions = {}): AsyncGenerator<Job> {
    return allPages(query, (next) => this.list(next, options));
  }

  /** Waits until the job has succeeded, failed or was canceled. @param job or its id */
  wait(job: Pick<Job, 'jobId'> | string, options: WaitOptions = {}): Promise<Job> {
    const path = { jobId: typeof job === 'string' ? job : job.jobId };
    return waitForEnd(
      options,
      async (call) => (await this.#http.json('get', '/v1/jobs/{jobId}', { path, ...call })).data,
    );
  }

  /** Cancels a job that is queued or running. */
  async cancel(jobId: string, options: CallOptions = {}): Promise<Job> {
    const call = { ...options, path: { jobId } };
    return (await this.#http.json('post', '/v1/jobs/{jobId}/cancel', call)).data;
  }

  /** If the job of the key has succeeded already, the service answers with its file, and `Location` names the job. */
  async #accept(target: JobPath, body: object, options: CreateOptions): Promise<Job> {
    const request = {
      ...withKey(options),
      method: 'post' as const,
      target,
      headers: LATER,
      body: JSON.stringify(body),
    };
    const { status, location, json } = await this.#http.send(request, async (response) => ({
      status: response.status,
      location: response.headers.get('Location'),
      json: await response.json(),
    }));
    if (status === 202) return (json as { readonly data: Job }).data;
    const [, jobId] = /\/v1\/jobs\/([^/?]+)$/.exec(location ?? '') ?? [];
    if (jobId === undefined) throw new NoJobError(json as NoJobError['response']);
    return await this.get(jobId, options);
  }
}
