import { z } from 'zod';
import type { PrintJob } from '../../schema/print-job.ts';
import { PLAN_IDS } from '../../schema/plans.ts';

/**
 * What the worker and the container say to each other over HTTP, with a shared token as
 * `Authorization: Bearer`. Times are sent as what is left of them: two machines' clocks differ.
 *
 * `POST /print`               a print job in, a PDF out
 * `GET /generate`             whether a body would be read now: 204, or 503
 * `POST /generate`            a client's unread body in, a reading out: what the worker must know to admit it
 * `POST /generate/{reading}`  what the worker has decided in, a PDF out
 * `DELETE /generate/{reading}` the request goes no further
 *
 * A PDF comes as one body: a JSON object whose length `PREFACE_BYTES` tells, then the PDF, whose length
 * `PDF_BYTES` tells. Everything else is a refusal, in JSON.
 */
export const PREFACE_BYTES = 'X-Preface-Bytes';
export const PDF_BYTES = 'X-Pdf-Bytes';

/** A PDF up to this goes in one piece: streaming costs more than it saves. */
export const SMALL_PDF_BYTES = 1_000_000;

/** Header of `GET /generate`: the size of the body, where it is known. */
export const BODY_BYTES = 'X-Body-Bytes';

/** Headers of `POST /generate`. */
export const TIMEOUT_MS = 'X-Timeout-Ms';
export const MAX_BODY_BYTES = 'X-Max-Body-Bytes';
/** Present where the request has an idempotency key: hashing costs as much as parsing. */
export const WANTS_HASH = 'X-Wants-Hash';

const milliseconds = z.int().min(0);

const printJob = z.custom<PrintJob>(
  (value) => typeof value === 'object' && value !== null && 'html' in value,
);

export const printRequest = z.object({
  job: printJob,
  workspaceId: z.string().min(1),
  timeoutMs: milliseconds,
  maxPdfBytes: z.int(),
});

export type PrintRequest = z.infer<typeof printRequest>;

const jsonObject = z.record(z.string(), z.unknown());

/** What a reading still lacks to become a PDF. */
export const generateDecision = z.object({
  workspaceId: z.string().min(1),
  plan: z.enum(PLAN_IDS),
  timeoutMs: milliseconds,
  watermark: z.string().nullable(),
  /** Epoch milliseconds by the worker's clock, for helpers that print a date. */
  now: z.number(),
  template: z
    .object({
      name: z.string(),
      content: z.string(),
      settings: jsonObject,
      dataSchema: jsonObject.nullable(),
    })
    .nullable(),
});

export type GenerateDecision = z.infer<typeof generateDecision>;

/** What the worker is told of a body that it has not read. */
export const reading = z.object({
  id: z.string(),
  templateId: z.string().nullable(),
  /** `options.report` of the request. */
  wantsReport: z.boolean(),
  /** SHA-256 of the body's canonical JSON, where it was asked for. */
  bodyHash: z.string().nullable(),
});

export type Reading = z.infer<typeof reading>;

const renderReport = z.object({
  pageCount: z.int(),
  failedResources: z.array(z.object({ url: z.string(), reason: z.string() })).readonly(),
  consoleErrors: z.array(z.string()).readonly(),
  missingGlyphs: z.array(z.string()).readonly(),
  phases: z.record(z.string(), z.number()).readonly(),
});

/** What comes before the PDF. */
export const preface = z.object({
  report: renderReport,
  /** Of `POST /generate/{reading}` only. `filename` ends in `.pdf`. */
  composed: z.object({ filename: z.string(), durationMs: z.number() }).optional(),
});

export type Preface = z.infer<typeof preface>;

/** Why there is no PDF. `busy` and `unavailable`: another renderer may still make it. */
export const refusal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['timeout', 'too-large', 'unprintable', 'failed', 'busy', 'unavailable']),
    message: z.string(),
  }),
  z.object({ kind: z.literal('invalid'), details: z.array(z.string()) }),
  z.object({
    kind: z.literal('template'),
    document: z.enum(['html', 'header', 'footer', 'outputName']),
    message: z.string(),
    details: z.array(z.string()),
  }),
]);

export type Refusal = z.infer<typeof refusal>;

export const REFUSAL_STATUS: Readonly<Record<Refusal['kind'], number>> = {
  invalid: 400,
  template: 400,
  timeout: 408,
  'too-large': 413,
  unprintable: 422,
  failed: 502,
  busy: 503,
  unavailable: 503,
};
