import { z } from 'zod';
import type { EntryLinks, OtherEntries, PrintJob } from '@platen/pdf';
import { isTemplateDocument, type TemplateDocument } from '../../compose/errors.ts';
import { E_INVOICE_PROFILES } from '../../schema/api/e-invoice.ts';
import { ALL_FAULT_KINDS } from '../../schema/api/fail-on.ts';
import { GENERATION_METHODS } from '../../schema/api/sources.ts';
import type { Translations } from '../../schema/api/translations.ts';
import { isJsonObject } from '../../schema/json-object.ts';
import { MEDIA_TYPES } from '../../schema/media-types.ts';
import { PLAN_IDS } from '../../schema/plans.ts';
import { assetDetails } from '../../schema/api/components.ts';

/**
 * HTTP between Worker and container, with a shared bearer token. Deadlines are sent as remaining
 * milliseconds, because the clocks of two machines differ.
 *
 * `POST /print`           takes a print job, answers with a PDF
 * `DELETE /jobs/{id}`     cancels the job that was sent with this `JOB_ID`
 * `GET /generate`         answers 204 if a body would be read now, else 503
 * `POST /generate`        takes the body of a client's request, answers with a summary for admitting it
 * `POST /generate/{id}`   takes the Worker's decision about that request, answers with a PDF, or with the names of partials and
 *                         assets that the decision must have
 * `DELETE /generate/{id}` drops that request
 * `POST /thumbnail`       takes a PDF, answers with a PNG of its first page, or of `PAGE`
 *
 * A PDF is sent as one body: a JSON preface of `PREFACE_BYTES` bytes, then the PDF of `PDF_BYTES` bytes. With the header
 * `THUMBNAIL_FOLLOWS`, a line of JSON comes after it, and then the PNG. They are sent when page one is drawn, so the Worker can
 * store the PDF before that.
 */
export const PREFACE_BYTES = 'X-Preface-Bytes';
export const PDF_BYTES = 'X-Pdf-Bytes';
/** Sent if a thumbnail was asked for, and the PDF is small. Otherwise the Worker asks for it by `POST /thumbnail`. */
export const THUMBNAIL_FOLLOWS = 'X-Thumbnail-Follows';

/** A PDF up to this size is sent whole: streaming it would cost more than it saves. */
export const SMALL_PDF_BYTES = 1_000_000;

/** Header of `GET /generate`: the size of the body, if known. */
export const BODY_BYTES = 'X-Body-Bytes';

/** Headers of `POST /generate`. */
export const TIMEOUT_MS = 'X-Timeout-Ms';
export const MAX_BODY_BYTES = 'X-Max-Body-Bytes';
/** Sent if the request has an idempotency key. Hashing takes as long as parsing. */
export const WANTS_HASH = 'X-Wants-Hash';
/** Sent if unknown fields are refused. */
export const IS_STRICT = 'X-Is-Strict';

/** Header of requests that print: the id under which the job can be cancelled. */
export const JOB_ID = 'X-Job-Id';

/** Headers of `POST /thumbnail`, in pixels: the width that is asked for, and what the answer has. */
export const WIDTH = 'X-Width';
export const HEIGHT = 'X-Height';

/** Header of `POST /thumbnail`: the page to draw, from 1. An older Worker does not send it. Default: 1. */
export const PAGE = 'X-Page';

/** Headers of `GET /generate` and `POST /generate`. */
export const WORKSPACE_ID = 'X-Workspace-Id';
export const PAGE_SHARE = 'X-Page-Share';

const milliseconds = z.int().min(0);

const printJob = z.custom<PrintJob>(
  (value) => typeof value === 'object' && value !== null && 'html' in value,
);

export const printRequest = z.object({
  job: printJob,
  workspaceId: z.string().min(1),
  timeoutMs: milliseconds,
  maxPdfBytes: z.int(),
  /** An older Worker does not send it. */
  maxPages: z.int().optional(),
  pageShare: z.number().optional(),
  isBackground: z.boolean().optional(),
});

export type PrintRequest = z.infer<typeof printRequest>;

const jsonObject = z.record(z.string(), z.unknown());

const sentAsset = z.object({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  details: assetDetails,
  base64: z.string(),
  /** The document may name its family without a rule of its own. */
  isFont: z.boolean(),
});

export type SentAsset = z.infer<typeof sentAsset>;

/** The components that the document needs. */
export const sentComponents = z.object({
  /** Their content, by name. */
  partials: z.record(z.string(), z.string()),
  assets: z.array(sentAsset),
  /** The names that the Worker has looked up. Those without a partial or an asset do not exist. */
  asked: z.object({ partials: z.array(z.string()), assets: z.array(z.string()) }),
});

export type SentComponents = z.infer<typeof sentComponents>;

export const NO_COMPONENTS: SentComponents = {
  partials: {},
  assets: [],
  asked: { partials: [], assets: [] },
};

export const generateDecision = z.object({
  workspaceId: z.string().min(1),
  plan: z.enum(PLAN_IDS),
  timeoutMs: milliseconds,
  /** An older Worker does not send it. */
  isBackground: z.boolean().default(false),
  watermark: z.string().nullable(),
  /** An older Worker does not send it. */
  otherEntries: z.custom<OtherEntries>(isJsonObject).nullable().default(null),
  /** In pixels. An older Worker does not send it, and does not read a thumbnail. */
  thumbnailWidth: z.int().nullable().default(null),
  /** Epoch milliseconds by the Worker's clock. */
  now: z.number(),
  template: z
    .object({
      name: z.string(),
      content: z.string(),
      settings: jsonObject,
      dataSchema: jsonObject.nullable(),
      /** An older Worker does not send it. */
      translations: z.custom<Translations>(isJsonObject).nullable().default(null),
    })
    .nullable(),
  /** An older Worker does not send it. */
  parts: sentComponents.default(NO_COMPONENTS),
});

export type GenerateDecision = z.infer<typeof generateDecision>;

export const requestSummary = z.object({
  id: z.string(),
  templateId: z.string().nullable(),
  method: z.enum(GENERATION_METHODS),
  wantsReport: z.boolean(),
  thumbnailWidth: z.int().nullable(),
  /** JSON. An older container does not send it. */
  meta: z.string().nullable().default(null),
  /** The options name a file of the workspace. An older container does not send it. */
  namesFile: z.boolean().default(false),
  /** An older container does not send them. */
  unknownFields: z
    .object({
      listed: z.array(z.object({ path: z.string(), instead: z.string().nullable() })).readonly(),
      more: z.boolean(),
    })
    .default({ listed: [], more: false }),
  /** SHA-256 of the canonical JSON, if `WANTS_HASH` was sent. */
  bodyHash: z.string().nullable(),
});

export type RequestSummary = z.infer<typeof requestSummary>;

const renderReport = z.object({
  pageCount: z.int(),
  failedResources: z.array(z.object({ url: z.string(), reason: z.string() })).readonly(),
  consoleErrors: z.array(z.string()).readonly(),
  missingGlyphs: z.array(z.string()).readonly(),
  warnings: z
    .array(z.object({ code: z.string(), message: z.string(), field: z.string().nullable() }))
    .readonly(),
  phases: z.record(z.string(), z.number()).readonly(),
  finalUrl: z.string().optional(),
  /** An older container does not send it. */
  entryLinks: z.custom<EntryLinks>(isJsonObject).optional(),
});

export const preface = z.object({
  report: renderReport,
  /** Only in answers of `POST /generate/{id}`. */
  composed: z
    .object({
      filename: z.string(),
      mediaType: z.enum(MEDIA_TYPES),
      /** An older container does not send it. */
      eInvoice: z
        .object({ profile: z.enum(E_INVOICE_PROFILES), xml: z.string() })
        .nullable()
        .default(null),
      durationMs: z.number(),
    })
    .optional(),
});

export type Preface = z.infer<typeof preface>;

const faults = z.array(z.object({ kind: z.enum(ALL_FAULT_KINDS), detail: z.string() })).readonly();

/** The reason why there is no PDF. After `busy` or `unavailable`, another renderer may still make it. */
export const refusal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'timeout',
      'wait',
      'no-page',
      'cancelled',
      'too-large',
      'unprintable',
      'faulty',
      'failed',
      'busy',
      'unavailable',
    ]),
    message: z.string(),
    pageMs: z.number().default(0),
    faults: faults.optional(),
  }),
  z.object({
    kind: z.literal('unknown-names'),
    faults,
    composeMs: z.number().default(0),
  }),
  z.object({
    kind: z.literal('assets'),
    code: z.enum(['ASSET_NOT_FOUND', 'ASSETS_TOO_LARGE']),
    details: z.array(z.string()),
  }),
  /** The document names components that the decision does not have. The request stays pending for another decision. */
  z.object({ kind: z.literal('needs'), partials: z.array(z.string()), assets: z.array(z.string()) }),
  z.object({ kind: z.literal('invalid'), details: z.array(z.string()), composeMs: z.number().default(0) }),
  z.object({
    kind: z.literal('template'),
    document: z.custom<TemplateDocument>(isTemplateDocument),
    message: z.string(),
    details: z.array(z.string()),
    composeMs: z.number().default(0),
  }),
]);

export type Refusal = z.input<typeof refusal>;

export type Refused = z.output<typeof refusal>;

/** A PNG of the largest width takes less. */
export const MAX_PNG_BYTES = 24_000_000;

/** The line before the PNG of `sizeBytes`, or instead of it. */
export const drawing = z.union([z.object({ sizeBytes: z.int(), width: z.int(), height: z.int() }), refusal]);

export type Drawing = z.input<typeof drawing>;

export const REFUSAL_STATUS: Readonly<Record<Refusal['kind'], number>> = {
  invalid: 400,
  template: 400,
  assets: 422,
  needs: 409,
  timeout: 408,
  wait: 408,
  'no-page': 408,
  cancelled: 499,
  'too-large': 413,
  unprintable: 422,
  faulty: 422,
  'unknown-names': 422,
  failed: 502,
  busy: 503,
  unavailable: 503,
};
