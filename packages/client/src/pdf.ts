import type { Client } from 'openapi-fetch';
import type { components, paths } from './api.ts';
import { type GenerateOptions, toRequestInit } from './generate-options.ts';
import type { Job } from './jobs.ts';
import { unwrap } from './unwrap.ts';

type Schemas = components['schemas'];

export type MergeRequest = Schemas['MergeRequest'];
export type SplitRequest = Schemas['SplitRequest'];
export type FinishRequest = Schemas['FinishRequest'];
export type SplitResponse = Schemas['SplitResponse'];

const LATER = { Prefer: 'respond-async' };

/** PDFs that are made of PDFs of the workspace. */
export class Pdf {
  readonly #http: Client<paths>;

  constructor(http: Client<paths>) {
    this.#http = http;
  }

  /** Puts files and prints into one PDF. */
  async merge(body: MergeRequest, options: GenerateOptions = {}): Promise<Schemas['GenerateResponse']> {
    return toFile(unwrap(await this.#http.POST('/v1/pdf/merge', { body, ...toRequestInit(options) })));
  }

  /** Makes a file of each part. */
  async split(body: SplitRequest, options: GenerateOptions = {}): Promise<SplitResponse> {
    const result = unwrap(await this.#http.POST('/v1/pdf/split', { body, ...toRequestInit(options) }));
    if (!('usage' in result)) throw new TypeError('The service did not return files.');
    return result;
  }

  /** Makes a new file of a file, which stays as it is. */
  async finish(body: FinishRequest, options: GenerateOptions = {}): Promise<Schemas['GenerateResponse']> {
    return toFile(unwrap(await this.#http.POST('/v1/pdf/finish', { body, ...toRequestInit(options) })));
  }

  /** Accepts the merge as a job. `jobs.wait` waits for its end. */
  async mergeLater(body: MergeRequest, options: GenerateOptions = {}): Promise<Job> {
    return toJob(unwrap(await this.#http.POST('/v1/pdf/merge', { body, ...toLaterInit(options) })));
  }

  /** Accepts the split as a job, whose `files` are the parts. */
  async splitLater(body: SplitRequest, options: GenerateOptions = {}): Promise<Job> {
    return toJob(unwrap(await this.#http.POST('/v1/pdf/split', { body, ...toLaterInit(options) })));
  }
}

function toLaterInit(options: GenerateOptions) {
  const { headers, ...rest } = toRequestInit(options);
  return { ...rest, headers: { ...headers, ...LATER } };
}

type Answer = Schemas['GenerateResponse'] | { readonly data: Job } | string;

function toFile(answer: Answer): Schemas['GenerateResponse'] {
  if (typeof answer === 'string' || !('usage' in answer)) {
    throw new TypeError('The service did not return a file as JSON.');
  }
  return answer;
}

/** An earlier request with the same idempotency key may have made the files without a job. */
function toJob(answer: Answer | SplitResponse): Job {
  if (typeof answer === 'string' || 'usage' in answer)
    throw new TypeError('The request was answered before.');
  return answer.data;
}
