import type { components, paths } from './api.ts';
import { Assets } from './assets.ts';
import { Batches } from './batches.ts';
import type { CallOptions, CreateOptions } from './call-options.ts';
import { Files } from './files.ts';
import { Http, readBytes, withKey } from './http.ts';
import { Jobs } from './jobs.ts';
import { Partials } from './partials.ts';
import { Pdf, toFile } from './pdf.ts';
import { Templates } from './templates.ts';
import { Webhooks } from './webhooks.ts';

type Schemas = components['schemas'];

export type GenerateRequest = Schemas['GenerateRequest'];
export type GenerateResponse = Schemas['GenerateResponse'];
export type GeneratedFile = Schemas['GeneratedFile'];
export type PdfOptions = Schemas['RequestOptions'];
export type PushRequest = Schemas['PushRequest'];
export type PushResult = Schemas['PushResult'];
export type Usage = Schemas['Usage'];
export type UsageQuery = NonNullable<paths['/v1/usage']['get']['parameters']['query']>;
export type UsageOfMonth = paths['/v1/usage']['get']['responses'][200]['content']['application/json']['data'];
export type { Asset, AssetQuery, PartUse, PartVersion, PutAsset } from './assets.ts';
export {
  type Batch,
  type BatchQuery,
  type BatchRow,
  type BatchRowQuery,
  type CreateBatch,
} from './batches.ts';
export type { CallOptions, CreateOptions, WaitOptions } from './call-options.ts';
export { type ErrorCode, PlatenConnectionError, PlatenError, PlatenTimeoutError } from './errors.ts';
export type { Download } from './download.ts';
export type { File, FileQuery } from './files.ts';
export { type Job, type JobQuery, NoJobError } from './jobs.ts';
export type { Page } from './page.ts';
export type { Partial, PartialQuery, PartialSummary, PutPartial } from './partials.ts';
export type { FinishRequest, MergeRequest, SplitRequest, SplitResponse } from './pdf.ts';
export type {
  CreateTemplate,
  SampleSet,
  Template,
  TemplateQuery,
  TemplateSummary,
  TemplateVersion,
  UpdateTemplate,
} from './templates.ts';
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
  /** The most attempts, if the service is busy or does not answer. The default is 4. With 1, the client does not retry. */
  readonly maxAttempts?: number;
  /** The longest time of one call, with its attempts and the waits between them. The default is 6 minutes. */
  readonly timeoutMs?: number;
  /** The default is the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

const MAX_ATTEMPTS = 4;

/** A minute more than the longest timeout of a plan. */
const TIMEOUT_MS = 360_000;

/** Returns the media type of the file that the service makes. */
const mediaTypeOf = ({ output }: GenerateRequest): string =>
  output === undefined || output.type === 'pdf' ? 'application/pdf' : `image/${output.type}`;

/** A client for the Platen API. If the service returns an error, the methods throw a `PlatenError`. */
export class Platen {
  readonly #http: Http;
  readonly pdf: Pdf;
  readonly jobs: Jobs;
  readonly batches: Batches;
  readonly files: Files;
  readonly templates: Templates;
  readonly assets: Assets;
  readonly partials: Partials;
  readonly webhooks: Webhooks;

  constructor(options: PlatenOptions) {
    const { apiKey, baseUrl, maxAttempts = MAX_ATTEMPTS, timeoutMs = TIMEOUT_MS } = options;
    // The global function is looked up with each request, because tests and tracers replace it.
    const fetch = options.fetch ?? ((request: Request) => globalThis.fetch(request));
    this.#http = new Http({
      apiKey,
      baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
      maxAttempts,
      timeoutMs,
      fetch,
    });
    this.pdf = new Pdf(this.#http);
    this.jobs = new Jobs(this.#http);
    this.batches = new Batches(this.#http);
    this.files = new Files(this.#http);
    this.templates = new Templates(this.#http);
    this.assets = new Assets(this.#http);
    this.partials = new Partials(this.#http);
    this.webhooks = new Webhooks(this.#http);
  }

  /** Creates a PDF or a picture and returns its file, its URLs and the remaining credits. */
  async generate(body: GenerateRequest, options: CreateOptions = {}): Promise<GenerateResponse> {
    return toFile(await this.#http.json('post', '/v1/pdf/generate', { ...withKey(options), body }));
  }

  /** Creates a PDF, or a picture if `output` asks for one, and returns its bytes. The file is stored too. */
  generatePdf(body: GenerateRequest, options: CreateOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const request = {
      ...withKey(options),
      method: 'post' as const,
      target: '/v1/pdf/generate',
      headers: { 'Content-Type': 'application/json', Accept: mediaTypeOf(body) },
      body: JSON.stringify(body),
    };
    return this.#http.send(request, readBytes);
  }

  /** Saves templates and partials together, or none of them. With `dryRun`, it saves nothing and returns what would change. */
  async push(body: PushRequest, options: CallOptions = {}): Promise<PushResult> {
    return (await this.#http.json('post', '/v1/push', { ...options, body })).data;
  }

  /** Returns the usage of the workspace in a month, by day, key and template. The default is the current month. */
  async usage(query: UsageQuery = {}, options: CallOptions = {}): Promise<UsageOfMonth> {
    return (await this.#http.json('get', '/v1/usage', { ...options, query })).data;
  }
}
