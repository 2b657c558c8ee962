import type { components, paths } from './api.ts';
import type { PartUse, PartVersion } from './assets.ts';
import type { CallOptions } from './call-options.ts';
import type { Http } from './http.ts';
import { allPages, type Page } from './page.ts';

type Schemas = components['schemas'];

export type Partial = Schemas['Partial'];
export type PartialSummary = Schemas['PartialSummary'];
export type PutPartial = Schemas['PutPartial'];
export type PartialQuery = NonNullable<paths['/v1/partials']['get']['parameters']['query']>;

/** The parts that templates of the workspace share: `{{> name}}`. */
export class Partials {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns one page of the partials, by name. */
  list(query: PartialQuery = {}, options: CallOptions = {}): Promise<Page<PartialSummary>> {
    return this.#http.json('get', '/v1/partials', { ...options, query });
  }

  /** Loads all partials, page by page. */
  all(query: PartialQuery = {}, options: CallOptions = {}): AsyncGenerator<PartialSummary> {
    return allPages(query, (next) => this.list(next, options));
  }

  /** Returns the newest version with its content, or the given one. */
  async get(name: string, options: CallOptions & { readonly version?: number } = {}): Promise<Partial> {
    const { version, ...rest } = options;
    const call = { ...rest, path: { name }, query: version === undefined ? {} : { version } };
    return (await this.#http.json('get', '/v1/partials/{name}', call)).data;
  }

  /** Saves a version. If the newest version has this content already, it makes no new one. */
  async put(name: string, body: PutPartial, options: CallOptions = {}): Promise<Partial> {
    return (await this.#http.json('put', '/v1/partials/{name}', { ...options, path: { name }, body })).data;
  }

  /** Returns one page of the versions, newest first. */
  versions(name: string, query: PartialQuery = {}, options: CallOptions = {}): Promise<Page<PartVersion>> {
    return this.#http.json('get', '/v1/partials/{name}/versions', { ...options, path: { name }, query });
  }

  /** Returns one page of the templates that use the partial, by name. */
  uses(name: string, query: PartialQuery = {}, options: CallOptions = {}): Promise<Page<PartUse>> {
    return this.#http.json('get', '/v1/partials/{name}/uses', { ...options, path: { name }, query });
  }

  /** Deletes a partial with all its versions. It fails if a kept version of a template uses it. */
  async delete(name: string, options: CallOptions = {}): Promise<void> {
    await this.#http.json('delete', '/v1/partials/{name}', { ...options, path: { name } });
  }
}
