import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.ts';
import { PlatenError } from './platen-error.ts';

type Schemas = components['schemas'];

export type GenerateRequest = Schemas['GenerateRequest'];
export type GenerateResponse = Schemas['GenerateResponse'];
export type GeneratedFile = Schemas['GeneratedFile'];
export type PdfOptions = Schemas['RequestOptions'];
export type Usage = Schemas['Usage'];
export type File = Schemas['File'];
export type Template = Schemas['Template'];
export type TemplateSummary = Schemas['TemplateSummary'];
export type CreateTemplate = Schemas['CreateTemplate'];
export type UpdateTemplate = Schemas['UpdateTemplate'];
export type FileQuery = NonNullable<paths['/v1/files']['get']['parameters']['query']>;
export { PlatenError } from './platen-error.ts';

export interface PlatenOptions {
  /** A key of a workspace: `pk_live_…` or `pk_test_…`. Keep it on a server. */
  readonly apiKey: string;
  /** Where the service runs: `https://pdf.example.com`. */
  readonly baseUrl: string;
  /** Instead of the platform's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

export interface GenerateOptions {
  /** The same key and body within 24 hours answer with the same file and spend nothing. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** What openapi-fetch answers: exactly one of `data` and `error` is there. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The Platen API. Every method throws a `PlatenError` where the service answers with an error. */
export class Platen {
  readonly #http: Client<paths>;

  constructor({ apiKey, baseUrl, fetch }: PlatenOptions) {
    const headers = { 'X-API-Key': apiKey };
    this.#http = createFetchClient<paths>({ baseUrl, headers, ...(fetch === undefined ? {} : { fetch }) });
  }

  /** Generates a PDF and answers with its file, its addresses and what is left of the month's credits. */
  async generate(body: GenerateRequest, options: GenerateOptions = {}): Promise<GenerateResponse> {
    const answer = unwrap(await this.#http.POST('/v1/pdf/generate', { body, ...transport(options) }));
    // The description knows a PDF too, for `generatePdf`.
    if (typeof answer === 'string')
      throw new TypeError('The service answered with something else than JSON.');
    return answer;
  }

  /** Generates a PDF and answers with its bytes. The file is kept all the same. */
  async generatePdf(body: GenerateRequest, options: GenerateOptions = {}): Promise<Uint8Array> {
    const { headers, ...rest } = transport(options);
    const answer = await this.#http.POST('/v1/pdf/generate', {
      body,
      ...rest,
      headers: { ...headers, Accept: 'application/pdf' },
      parseAs: 'arrayBuffer',
    });
    return new Uint8Array(unwrap<ArrayBuffer>(answer));
  }

  /** A page of the kept files, newest first, and the cursor of the next page. */
  async listFiles(query: FileQuery = {}): Promise<{ files: File[]; nextCursor: string | null }> {
    const { data, nextCursor } = unwrap(await this.#http.GET('/v1/files', { params: { query } }));
    return { files: data, nextCursor };
  }

  /** Every kept file that the query describes, page after page. */
  async *files(query: FileQuery = {}): AsyncGenerator<File> {
    let cursor: string | null | undefined = query.cursor;
    do {
      const page = await this.listFiles({ ...query, ...(cursor ? { cursor } : {}) });
      yield* page.files;
      cursor = page.nextCursor;
    } while (cursor);
  }

  /** A file, with a fresh signed address. */
  async getFile(fileId: string): Promise<File> {
    return unwrap(await this.#http.GET('/v1/files/{fileId}', { params: { path: { fileId } } })).data;
  }

  async downloadFile(fileId: string): Promise<Uint8Array> {
    const params = { path: { fileId } };
    const answer = await this.#http.GET('/v1/files/{fileId}/content', { params, parseAs: 'arrayBuffer' });
    return new Uint8Array(unwrap<ArrayBuffer>(answer));
  }

  /** Deletes a file for good. */
  async deleteFile(fileId: string): Promise<void> {
    unwrap(await this.#http.DELETE('/v1/files/{fileId}', { params: { path: { fileId } } }));
  }

  async listTemplates(
    query: { limit?: number; cursor?: string } = {},
  ): Promise<{ templates: TemplateSummary[]; nextCursor: string | null }> {
    const { data, nextCursor } = unwrap(await this.#http.GET('/v1/templates', { params: { query } }));
    return { templates: data, nextCursor };
  }

  async createTemplate(body: CreateTemplate): Promise<Template> {
    return unwrap(await this.#http.POST('/v1/templates', { body })).data;
  }

  /** @param templateId `tpl_…` for the newest version, `tpl_…@3` for a given one */
  async getTemplate(templateId: string): Promise<Template> {
    return unwrap(await this.#http.GET('/v1/templates/{templateId}', { params: { path: { templateId } } }))
      .data;
  }

  /** Saves a new version; what is left out stays as it is. */
  async updateTemplate(templateId: string, body: UpdateTemplate): Promise<Template> {
    const params = { path: { templateId } };
    return unwrap(await this.#http.PUT('/v1/templates/{templateId}', { params, body })).data;
  }

  async publishTemplate(templateId: string, version: number): Promise<Template> {
    const params = { path: { templateId } };
    const answer = await this.#http.POST('/v1/templates/{templateId}/publish', { params, body: { version } });
    return unwrap(answer).data;
  }

  /** Prints a template, drafts too, with a watermark: no file, no credit. */
  async previewTemplate(templateId: string, templateData: Record<string, unknown> = {}): Promise<Uint8Array> {
    const answer = await this.#http.POST('/v1/templates/{templateId}/preview', {
      params: { path: { templateId } },
      body: { templateData },
      parseAs: 'arrayBuffer',
    });
    return new Uint8Array(unwrap<ArrayBuffer>(answer));
  }

  /** Deletes a template with all its versions; files made from it stay. */
  async deleteTemplate(templateId: string): Promise<void> {
    unwrap(await this.#http.DELETE('/v1/templates/{templateId}', { params: { path: { templateId } } }));
  }

  /** What the workspace made this month, by day, key and template. */
  async usage(): Promise<paths['/v1/usage']['get']['responses'][200]['content']['application/json']['data']> {
    return unwrap(await this.#http.GET('/v1/usage')).data;
  }
}

const transport = ({ idempotencyKey, signal }: GenerateOptions) => ({
  headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  ...(signal === undefined ? {} : { signal }),
});

function unwrap<Data>({ data, error, response }: Answer<Data>): Data {
  if (!response.ok || data === undefined) throw PlatenError.from(response, error);
  return data;
}
