import type { components, paths } from './api.ts';
import type { CallOptions } from './call-options.ts';
import { type Download, toDownload } from './download.ts';
import { type Http, readData, toTarget } from './http.ts';
import { allPages, type Page } from './page.ts';

type Schemas = components['schemas'];

export type Asset = Schemas['Asset'];
export type PartVersion = Schemas['PartVersion'];
export type PartUse = Schemas['PartUse'];
export type AssetQuery = NonNullable<paths['/v1/assets']['get']['parameters']['query']>;

export interface PutAsset {
  /** The media type, such as `font/woff2`. By default, the service recognises the file by its bytes. */
  readonly mediaType?: string;
  /** The CSS family of a font. The default is the family in the font file. */
  readonly family?: string;
  readonly note?: string;
}

/** The pictures, fonts and colour profiles of the workspace. Documents use them as `platen-asset://name`. */
export class Assets {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns one page of the assets, by name. */
  list(query: AssetQuery = {}, options: CallOptions = {}): Promise<Page<Asset>> {
    return this.#http.json('get', '/v1/assets', { ...options, query });
  }

  /** Loads all assets, page by page. */
  all(query: AssetQuery = {}, options: CallOptions = {}): AsyncGenerator<Asset> {
    return allPages(query, (next) => this.list(next, options));
  }

  /** Returns the newest version, or the given one. */
  async get(name: string, options: CallOptions & { readonly version?: number } = {}): Promise<Asset> {
    const { version, ...rest } = options;
    const call = { ...rest, path: { name }, query: version === undefined ? {} : { version } };
    return (await this.#http.json('get', '/v1/assets/{name}', call)).data;
  }

  /** Saves a version. If the newest version is the same already, it makes no new one. */
  put(
    name: string,
    bytes: Uint8Array<ArrayBuffer> | Blob,
    { mediaType = 'application/octet-stream', ...query }: PutAsset = {},
    options: CallOptions = {},
  ): Promise<Asset> {
    const request = {
      ...options,
      method: 'put' as const,
      target: toTarget('/v1/assets/{name}', { name }, query),
      headers: { 'Content-Type': mediaType },
      body: bytes,
    };
    return this.#http.send(request, readData<Asset>);
  }

  /** Returns the bytes of the newest version, or of the given one. */
  download(name: string, options: CallOptions & { readonly version?: number } = {}): Promise<Download> {
    const { version, ...rest } = options;
    const target = toTarget('/v1/assets/{name}/content', { name }, version === undefined ? {} : { version });
    return this.#http.send({ ...rest, method: 'get', target }, toDownload);
  }

  /** Returns one page of the versions, newest first. */
  versions(name: string, query: AssetQuery = {}, options: CallOptions = {}): Promise<Page<PartVersion>> {
    return this.#http.json('get', '/v1/assets/{name}/versions', { ...options, path: { name }, query });
  }

  /** Returns one page of the templates that use the asset, by name. */
  uses(name: string, query: AssetQuery = {}, options: CallOptions = {}): Promise<Page<PartUse>> {
    return this.#http.json('get', '/v1/assets/{name}/uses', { ...options, path: { name }, query });
  }

  /** Deletes an asset with all its versions. It fails if a kept version of a template uses it. */
  async delete(name: string, options: CallOptions = {}): Promise<void> {
    await this.#http.json('delete', '/v1/assets/{name}', { ...options, path: { name } });
  }
}
