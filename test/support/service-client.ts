import { expect, inject } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS, type Permission } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import type { Answer } from './answer.ts';
import { exchange } from './checked-fetch.ts';
import { type InspectedPdf, inspectPdf } from './pdf.ts';

export const serviceUrl = (): string => inject('serviceUrl');
export const operator = (): Operator => new Operator(inject('serviceUrl'), inject('operatorToken'));

/** Source: contract 3.2. */
const STATUS = {
  VALIDATION_ERROR: 400,
  TEMPLATE_COMPILATION_ERROR: 400,
  INVALID_API_KEY: 401,
  API_KEY_EXPIRED: 401,
  API_KEY_REVOKED: 401,
  INVALID_OPERATOR_TOKEN: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  SIGNATURE_INVALID: 403,
  NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  WORKSPACE_NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  BATCH_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  ASSET_NOT_FOUND: 404,
  PARTIAL_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  IDEMPOTENCY_CONFLICT: 409,
  JOB_FINISHED: 409,
  BATCH_STATE_CONFLICT: 409,
  UPLOAD_LIMIT_REACHED: 409,
  ASSET_LIMIT_REACHED: 409,
  PART_IN_USE: 409,
  FILE_TOO_LARGE: 413,
  ASSET_INVALID: 422,
  ASSETS_TOO_LARGE: 422,
  NOT_A_PDF: 422,
  PDF_ENCRYPTED: 422,
  PDF_DAMAGED: 422,
  PLACEHOLDERS_UNKNOWN: 422,
  TRANSLATIONS_MISSING: 422,
  RESOURCES_FAILED: 422,
  SCRIPTS_FAILED: 422,
  GLYPHS_MISSING: 422,
  CONTENT_CUT: 422,
  ACCESSIBILITY_FAILED: 422,
  REFERENCES_UNPROVEN: 422,
  INVOICE_DIFFERS: 422,
  PDFA_IMPOSSIBLE: 422,
  PDFUA_IMPOSSIBLE: 422,
  LAYOUT_UNSTABLE: 422,
  NO_CREDITS_AVAILABLE: 429,
  JOB_LIMIT_REACHED: 429,
  BATCH_LIMIT_REACHED: 429,
  RATE_LIMIT_EXCEEDED: 429,
  FEATURE_UNAVAILABLE: 501,
  PDF_GENERATION_FAILED: 502,
  PRINTS_LIMITED: 503,
  SERVICE_BUSY: 503,
} as const;

export type Code = keyof typeof STATUS;

export const send = (path: string, init: RequestInit = {}): Promise<Answer> =>
  exchange(new URL(path, serviceUrl()), init);

const generated = z.object({
  success: z.literal(true),
  requestId: z.string(),
  data: z.object({
    fileId: z.string(),
    url: z.string(),
    signedUrl: z.string(),
    filename: z.string(),
    mediaType: z.string(),
    size: z.number(),
    expiresAt: z.string(),
    storageProvider: z.string(),
    processingTimeMs: z.number(),
    generationMethod: z.string(),
    templateUsed: z.object({ id: z.string(), name: z.string() }).nullable(),
    eInvoice: z.object({ url: z.string(), profile: z.string(), size: z.number() }).optional(),
    externalCopies: z.array(z.object({ url: z.string() })).optional(),
  }),
  usage: z.object({ remaining: z.number(), quotaUsed: z.number(), quotaLimit: z.number() }),
});

export type Generated = z.infer<typeof generated>;

const refusal = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.array(z.string()).optional(),
    requestId: z.string().min(1),
    timestamp: z.iso.datetime(),
  }),
});

export type Refusal = z.infer<typeof refusal>['error'];

/** Asserts a successful generation and returns its body. */
export function expectGenerated(answer: Answer): Generated {
  expect(answer.status, answer.text).toBe(200);
  return generated.parse(JSON.parse(answer.text));
}

/** Asserts the code, its status and the shape of the error body; returns the error. */
export function expectRefusal(answer: Answer, code: Code): Refusal {
  const { error } = refusal.parse(JSON.parse(answer.text));
  expect({ code: error.code, status: answer.status }, answer.text).toEqual({ code, status: STATUS[code] });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(answer.headers.get('x-request-id')).toBe(error.requestId);
  expectRateLimitHeaders(answer);
  return error;
}

/** Asserts the three rate-limit headers of every answer (contract 2.6) and returns their values. */
export function expectRateLimitHeaders(answer: Answer): {
  limit: number;
  remaining: number;
  resetAt: number;
} {
  const number = (name: string): number => {
    expect(answer.headers.get(name), name).toMatch(/^\d+$/);
    return Number(answer.headers.get(name));
  };
  const rate = {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    resetAt: number('x-ratelimit-reset'),
  };
  const [, quota, left] =
    /^"default";q=(\d+);w=60 "default";r=(\d+);t=\d+$/.exec(
      `${answer.headers.get('ratelimit-policy')} ${answer.headers.get('ratelimit')}`,
    ) ?? [];
  expect([quota, left]).toEqual([`${rate.limit}`, `${rate.remaining}`]);
  return rate;
}

export interface TenantOptions {
  readonly plan?: PlanId;
  readonly environment?: 'live' | 'test';
  readonly permissions?: readonly Permission[];
  readonly expiresAt?: string;
}

export type GenerateBody = Readonly<Record<string, unknown>>;

/** Sends a body without Content-Length. */
const inChunks = (body: BodyInit) => ({ body: new Response(body).body, duplex: 'half' });

/** A new workspace with one key. */
export class Tenant {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly key: string;

  constructor(workspaceId: string, keyId: string, key: string) {
    this.workspaceId = workspaceId;
    this.keyId = keyId;
    this.key = key;
  }

  static async create(options: TenantOptions = {}): Promise<Tenant> {
    const workspace = await operator().createWorkspace({ name: 'Acceptance', plan: options.plan });
    const { id, key } = await operator().createKey({
      workspaceId: workspace.id,
      name: 'tests',
      environment: options.environment ?? 'live',
      permissions: options.permissions ?? PERMISSIONS,
      expiresAt: options.expiresAt,
    });
    return new Tenant(workspace.id, id, key);
  }

  /** POST /v1/pdf/generate with a JSON body. */
  generate(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.post(JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
  }

  /** POST /v1/pdf/generate with any body. */
  post(body: BodyInit, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return send('/v1/pdf/generate', {
      method: 'POST',
      headers: { 'X-API-Key': this.key, ...headers },
      ...(inject('chunkedBodies') ? inChunks(body) : { body }),
    });
  }

  /** POST /v1/files. */
  upload(pdf: BodyInit): Promise<Answer> {
    const headers = { 'X-API-Key': this.key, 'Content-Type': 'application/pdf' };
    return send('/v1/files', { method: 'POST', headers, body: pdf });
  }

  /** Generates a PDF and reads it from the permanent address. */
  async print(body: GenerateBody): Promise<InspectedPdf> {
    const { data } = expectGenerated(await this.generate(body));
    return inspectPdf((await send(data.url)).bytes);
  }

  putTemplate(name: string, content: string, settings?: unknown): Promise<{ id: string }> {
    return operator().putTemplate({ workspaceId: this.workspaceId, name, content, settings });
  }

  /** A second key of the same workspace. */
  async anotherKey(permissions: readonly Permission[] = PERMISSIONS): Promise<Tenant> {
    const { id, key } = await operator().createKey({
      workspaceId: this.workspaceId,
      name: 'another',
      environment: 'live',
      permissions,
    });
    return new Tenant(this.workspaceId, id, key);
  }

  /** Uses up the quota of a Free plan. */
  async spendAll(): Promise<void> {
    await operator().setWorkspace(this.workspaceId, { quotaUsed: 100 });
  }

  /** Sends as many requests as a Free plan allows in one window, and more until one is refused: each second allows another. */
  async exhaustRate(): Promise<void> {
    await Promise.all(Array.from({ length: 60 }, () => this.generate({})));
    // Such a request is invalid: 400 as long as the rate allows it.
    while ((await this.generate({})).status === 400);
  }

  /** Credits spent this month. */
  async quotaUsed(): Promise<number> {
    return (await operator().setWorkspace(this.workspaceId, {})).quotaUsed;
  }
}

/** A small document that every plan prints. */
export const HELLO: GenerateBody = { htmlContent: '<p>Hello</p>' };
