import type { components, paths } from './api.ts';
import type { CallOptions } from './call-options.ts';
import { type Download, toDownload } from './download.ts';
import { type Http, readData, toTarget } from './http.ts';
import { allPages, type Page } from './page.ts';

export type File = components['schemas']['File'];
export type FileQuery = NonNullable<paths['/v1/files']['get']['parameters']['query']>;

/** The stored files of the workspace. */
export class Files {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Returns one page of the files, newest first. */
  list(query: FileQuery = {}, options: CallOptions = {}): Promise<Page<File>> {
    return this.#http.json('get', '/v1/files', { ...options, query });
  }

  /** Loads all files that match the query, page by page. */
  all(query: FileQuery = {}, options: CallOptions = {}): AsyncGenerator<File> {
    return allPages(query, (next) => this.list(next, options));
  }

  /** Returns a file with a new signed URL. */
  async get(fileId: string, options: CallOptions = {}): Promise<File> {
    return (await this.#http.json('get', '/v1/files/{fileId}', { ...options, path: { fileId } })).data;
  }

  /** Returns the content of a file. `signal` also ends the stream. */
  download(fileId: string, options: CallOptions = {}): Promise<Download> {
    const target = toTarget('/v1/files/{fileId}/content', { fileId });
    return this.#http.send({ ...options, method: 'get', target }, toDownload);
  }

  /** Stores your own PDF, so that merges can use it. It uses no credit. */
  upload(
    pdf: Uint8Array<ArrayBuffer> | Blob,
    {
      meta,
      ...query
    }: { readonly filename?: string; readonly meta?: Readonly<Record<string, unknown>> } = {},
    options: CallOptions = {},
  ): Promise<File> {
    const request = {
      ...options,
      method: 'post' as const,
      target: toTarget('/v1/files', {}, { ...query, ...(meta && { meta: JSON.stringify(meta) }) }),
      headers: { 'Content-Type': 'application/pdf' },
      body: pdf,
    };
    return this.#http.send(request, readData<File>);
  }

  async delete(fileId: string, options: CallOptions = {}): Promise<void> {
    await this.#http.json('delete', '/v1/files/{fileId}', { ...options, path: { fileId } });
  }
}
