import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.ts';
import { Batches } from './batches.ts';
import { type GenerateOptions, toRequestInit } from './generate-options.ts';
import { Jobs } from './jobs.ts';
import { Pdf } from './pdf.ts';
import { unwrap } from './unwrap.ts';
import { Webhooks } from './webhooks.ts';

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
export type UsageQuery = NonNullable<paths['/v1/usage']['get']['parameters']['query']>;
export type FileQuery = NonNullable<paths['/v1/files']['get']['parameters']['query']>;
export {
  type Batch,
  type BatchQuery,
  type BatchRow,
  type BatchRowQuery,
  type CreateBatch,
} from './batches.ts';
export type { GenerateOptions, WaitOptions } from './generate-options.ts';
export { type Acceptance, type Job, type JobQuery } from './jobs.ts';
export type { FinishRequest, MergeRequest, SplitRequest, SplitResponse } from './pdf.ts';
export { PlatenError } from './platen-error.ts';
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookRequest,
  WebhookVerificationError,
} from './verify-webhook.ts';
export {
  type CreateWebhook,
  type DeliveryQuery,
  type UpdateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
} from './webhooks.ts';

export interface PlatenOptions {
  /** `pk_live_…` or `pk_test_…`. Use it on a server only. */
  readonly apiKey: string;
  /** The URL of the service: `https://pdf.example.com`. */
  readonly baseUrl: string;
  /** The default is the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** The media type of the file that the service makes. */
const mediaTypeOf = ({ output }: GenerateRequest): string =>
  output === undefined || output.type === 'pdf' ? 'application/pdf' : `image/${output.type}`;

/** A client for the Platen API. If the service returns an error, the methods throw a `PlatenError`. */
export class Platen {
  readonly #http: Client<paths>;
  readonly pdf: Pdf;
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly webhooks: Webhooks;

  constructor({ apiKey, baseUrl, fetch }: PlatenOptions) {
    const headers = { 'X-API-Key': apiKey };
    this.#http = createFetchClient<paths>({ baseUrl, headers, ...(fetch === undefined ? {} : { fetch }) });
    this.pdf = new Pdf(this.#http);
    this.jobs = new Jobs(this.#http);
    this.batches = new Batches(this.#http);
    this.webhooks = new Webhooks(this.#http);
  }

  /** Creates a PDF or a picture and returns its file, its URLs and the remaining credits. */
  async generate(body: GenerateRequest, options: GenerateOptions = {}): Promise<GenerateResponse> {
    const result = unwrap(await this.#http.POST('/v1/pdf/generate', { body, ...toRequestInit(options) }));
    // The route can also return a PDF, for `generatePdf`.
    if (typeof result === 'string' || !('usage' in result)) {
      throw new TypeError('The service did not return a file as JSON.');
    }
    return result;
  }

  /** Creates a PDF, or a picture with , and returns its bytes. The file is stored too. */
  async generatePdf(body: GenerateRequest, options: GenerateOptions = {}): Promise<Uint8Array> {
    const { headers, ...rest } = toRequestInit(options);
    const result = await this.#http.POST('/v1/pdf/generate', {
      body,
      ...rest,
      headers: { ...headers, Accept: mediaTypeOf(body) },
      parseAs: 'arrayBuffer',
    });
    return new Uint8Array(unwrap<ArrayBuffer>(result));
  }

  /** One page of the stored files, newest first, and the cursor of the next page. */
  async listFiles(query: FileQuery = {}): Promise<{ files: File[]; nextCursor: string | null }> {
    const { data, nextCursor } = unwrap(await this.#http.GET('/v1/files', { params: { query } }));
    return { files: data, nextCursor };
  }

  /** All stored files that match the query. Loads them page by page. */
  async *files(query: FileQuery = {}): AsyncGenerator<File> {
    let cursor: string | null | undefined = query.cursor;
    do {
      const page = await this.listFiles({ ...query, ...(cursor ? { cursor } : {}) });
      yield* page.files;
      cursor = page.nextCursor;
    } while (cursor);
  }

  /** A file with a new signed URL. */
  async getFile(fileId: string): Promise<File> {
    return unwrap(await this.#http.GET('/v1/files/{fileId}', { params: { path: { fileId } } })).data;
  }

  /** Stores a PDF of one's own, which merges can use. It costs nothing. */
  async uploadFile(pdf: Uint8Array<ArrayBuffer> | Blob, query: { filename?: string } = {}): Promise<File> {
    const result = await this.#http.POST('/v1/files', {
      params: { query },
      headers: { 'Content-Type': 'application/pdf' },
      body: '',
      bodySerializer: () => pdf,
    });
    return unwrap(result).data;
  }

  async downloadFile(fileId: string): Promise<Uint8Array> {
    const params = { path: { fileId } };
    const result = await this.#http.GET('/v1/files/{fileId}/content', { params, parseAs: 'arrayBuffer' });
    return new Uint8Array(unwrap<ArrayBuffer>(result));
  }

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

  /** @param templateId `tpl_…` for the newest version, `tpl_…@3` for version 3 */
  async getTemplate(templateId: string): Promise<Template> {
    return unwrap(await this.#http.GET('/v1/templates/{templateId}', { params: { path: { templateId } } }))
      .data;
  }

  /** Saves a new version. Fields that are left out stay the same. */
  async updateTemplate(templateId: string, body: UpdateTemplate): Promise<Template> {
    const params = { path: { templateId } };
    return unwrap(await this.#http.PUT('/v1/templates/{templateId}', { params, body })).data;
  }

  async publishTemplate(templateId: string, version: number): Promise<Template> {
    const params = { path: { templateId } };
    const result = await this.#http.POST('/v1/templates/{templateId}/publish', { params, body: { version } });
    return unwrap(result).data;
  }

  /** Renders a template or a draft with a watermark. Stores no file and uses no credit. */
  async previewTemplate(templateId: string, templateData: Record<string, unknown> = {}): Promise<Uint8Array> {
    const result = await this.#http.POST('/v1/templates/{templateId}/preview', {
      params: { path: { templateId } },
      body: { templateData },
      parseAs: 'arrayBuffer',
    });
    return new Uint8Array(unwrap<ArrayBuffer>(result));
  }

  /** Deletes a template with all its versions. Existing files are kept. */
  async deleteTemplate(templateId: string): Promise<void> {
    unwrap(await this.#http.DELETE('/v1/templates/{templateId}', { params: { path: { templateId } } }));
  }

  /** The usage of the workspace in a month, by day, key and template. Without a month: the current one. */
  async usage(
    query: UsageQuery = {},
  ): Promise<paths['/v1/usage']['get']['responses'][200]['content']['application/json']['data']> {
    return unwrap(await this.#http.GET('/v1/usage', { params: { query } })).data;
  }
}
