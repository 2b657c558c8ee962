import { createMiddleware } from 'hono/factory';
import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import { NOT_JSON_TYPE, overTwiceTheLimit } from '../../../schema/api/body-problems.ts';
import { PLANS, type PlanId } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { type JsonLimits, readJson } from '../../lib/memory/read-json.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import { arriving } from './arriving.ts';
import { type AppContext, type AppEnv, meterOf } from './context.ts';
import { openBody, readMediaType } from './decode-body.ts';

/** @throws {ApiError} `VALIDATION_ERROR`, `UNSUPPORTED_ENCODING` */
export function requireJsonType(c: AppContext): void {
  if (readMediaType(c) !== 'application/json') throw invalidRequest([NOT_JSON_TYPE]);
}

interface BodyLimits extends JsonLimits {
  readonly plan: PlanId;
  /** The workspace or client that has a share of the isolate's memory. */
  readonly owner: string;
}

/** Reads and parses a body for the validator that runs next (contract 3.3 and contract 1.6). */
const readJsonBody = (findLimits: (c: AppContext) => BodyLimits) =>
  createMiddleware<AppEnv>(async (c, next) => {
    requireJsonType(c);
    const { maxBytes, tooLarge, plan, owner } = findLimits(c);
    // The plan's timeout includes the upload of the body (contract 4.3).
    const deadline = c.get('arrivedAt') + PLANS[plan].timeoutMs;
    if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw invalidRequest([tooLarge]);
    const memory = new RequestMemory(owner, deadline);
    const meter = meterOf(c, plan);
    const finished = Promise.withResolvers<void>();
    // If the client disconnects, the memory is still released.
    c.executionCtx.waitUntil(finished.promise);
    try {
      const stream = arriving(openBody(c, maxBytes), memory.deadline);
      const read = () => readJson(stream, { maxBytes, tooLarge }, { memory, meter });
      const [json] = await Promise.all([c.get('phases').measure('body', read), c.get('admission')]);
      // Hono would keep the text and parse it again for each reader.
      Object.assign(c.req, { json: () => Promise.resolve(json) });
      c.set('memory', memory);
      await next();
    } finally {
      memory.release();
      finished.resolve();
    }
  });

export const readContentBody = (findPlan: (c: AppContext) => PlanId) =>
  readJsonBody((c) => {
    const plan = findPlan(c);
    const planMaxBytes = 2 * PLANS[plan].maxHtmlBytes;
    const maxBytes = Math.min(planMaxBytes, EDGE_MAX_BYTES);
    const owner = c.get('ctx')?.workspace.id ?? 'operator';
    return { maxBytes, tooLarge: overPlan(planMaxBytes), plan, owner };
  });

/** Templates that are saved together may have as much as an isolate can read, whatever the plan allows for one of them. */
export const readPushBody = (findCtx: (c: AppContext) => Ctx) =>
  readJsonBody((c) => {
    const { id, plan } = findCtx(c).workspace;
    const tooLarge = `body: is larger than ${EDGE_MAX_BYTES} bytes`;
    return { maxBytes: EDGE_MAX_BYTES, tooLarge, plan, owner: id };
  });

const FORM_MAX_BYTES = 64_000;

export const readFormBody = readJsonBody(() => ({
  maxBytes: FORM_MAX_BYTES,
  tooLarge: `body: is larger than ${FORM_MAX_BYTES} bytes`,
  plan: 'free',
  owner: 'forms',
}));

const overPlan = (planMaxBytes: number): string =>
  planMaxBytes <= EDGE_MAX_BYTES
    ? overTwiceTheLimit(planMaxBytes)
    : `body: is larger than ${EDGE_MAX_BYTES} bytes. Only a generation may be larger, and it needs a container and a Content-Length`;
