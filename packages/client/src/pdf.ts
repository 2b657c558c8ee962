import type { components } from './api.ts';
import type { CreateOptions } from './call-options.ts';
import { type Http, withKey } from './http.ts';

type Schemas = components['schemas'];

export type MergeRequest = Schemas['MergeRequest'];
export type SplitRequest = Schemas['SplitRequest'];
export type FinishRequest = Schemas['FinishRequest'];
export type SplitResponse = Schemas['SplitResponse'];

/** Makes PDFs from PDFs of the workspace. `jobs` has the same methods, which make them later. */
export class Pdf {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Puts files and prints into one PDF. */
  async merge(body: MergeRequest, options: CreateOptions = {}): Promise<Schemas['GenerateResponse']> {
    return toFile(await this.#http.json('post', '/v1/pdf/merge', { ...withKey(options), body }));
  }

  /** Makes a file for each part. */
  async split(body: SplitRequest, options: CreateOptions = {}): Promise<SplitResponse> {
    const answer = await this.#http.json('post', '/v1/pdf/split', { ...withKey(options), body });
    if (!('usage' in answer)) throw new TypeError('The service did not return files.');
    return answer;
  }

  /** Makes a new file from a file, which does not change. */
  async finish(body: FinishRequest, options: CreateOptions = {}): Promise<Schemas['GenerateResponse']> {
    return toFile(await this.#http.json('post', '/v1/pdf/finish', { ...withKey(options), body }));
  }
}

/** Without `Prefer`, the service answers with the file and not with a job. */
export function toFile(
  answer: Schemas['GenerateResponse'] | { readonly data: object },
): Schemas['GenerateResponse'] {
  if (!('usage' in answer)) throw new TypeError('The service did not return a file as JSON.');
  return answer;
}
