import type { components, paths } from './api.ts';
import type { CallOptions } from './call-options.ts';
import { type Http, toTarget } from './http.ts';
import { allPages, type Page } from './page.ts';

export type File = components['schemas']['File'];
export type FileQuery = NonNullable<paths['/v1/files']['get']['parameters']['query']>;

/** A file while it arrives. Nothing of it is in memory until it is read. */
export interface Download {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  /** Reads the rest of the file into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The files that the workspace keeps. */
export class Files {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** One page of the files, newest first. */
  list(query: FileQuery = {}, options: CallOptions = {}): Promise<Page<File>> {
    return this.#http.json('get', '/v1/files', { ...options, query });
  }

  /** All files that match the query. Loads them page by page. */
  all(query: FileQuery = {}, options: CallOptions = {}): AsyncGenerator<File> {
    return allPages(query, (next) => this.list(next, options));
  }

  /** A file with a new signed URL. */
  async get(fileId: string, options: CallOptions = {}): Promise<File> {
    return (await this.#http.json('get', '/v1/files/{fileId}', { ...options, path: { fileId } })).data;
  }

  /** The content of a file. `signal` also ends the stream. */
  download(fileId: string, options: CallOptions = {}): Promise<Download> {
    const target = toTarget('/v1/files/{fileId}/content', { fileId });
    return this.#http.send({ ...options, method: 'get', target }, toDownload);
  }

  /** Stores a PDF of one's own, which merges can use. It costs nothing. */
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
    return this.#http.send(request, async (response) => {
      const answer = (await response.json()) as { readonly data: File };
      return answer.data;
    });
  }

  async delete(fileId: string, options: CallOptions = {}): Promise<void> {
    await this.#http.json('delete', '/v1/files/{fileId}', { ...options, path: { fileId } });
  }
}

function toDownload(response: Response): Download {
  const { body, headers } = response;
  return {
    stream: body ?? new ReadableStream({ start: (controller) => controller.close() }),
    mediaType: headers.get('Content-Type') ?? 'application/octet-stream',
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  };
}
