import { createMiddleware } from 'hono/factory';
import { InvalidBody, readBodyText } from '../../compose/body-text.ts';
import { BODY_LATE, NOT_JSON_TYPE, overTwiceTheLimit } from '../../schema/api/body-problems.ts';
import { PLANS, type PlanId } from '../../schema/plans.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { AppContext, AppEnv } from './context.ts';

/**
 * An isolate of 128 MB can hold this much as text, parsed JSON, composed HTML and PDF at the same time. Larger
 * bodies need a container, and stream to it unread.
 */
export const EDGE_LANE_MAX_BYTES = 20_000_000;

/** @throws {ApiError} `VALIDATION_ERROR` */
export function requireJsonType(c: AppContext): void {
  const mediaType = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw invalidRequest([NOT_JSON_TYPE]);
}

interface BodyLimits {
  readonly maxBytes: number;
  /** The problem of a larger body. */
  readonly tooLarge: string;
  readonly timeoutMs: number;
}

/**
 * Reads a JSON body as text, for the validator that runs next. Every problem is a `VALIDATION_ERROR`
 * (contract 3.3 and contract 1.6).
 */
const readJson = (findLimits: (c: AppContext) => BodyLimits) =>
  createMiddleware<AppEnv>(async (c, next) => {
    requireJsonType(c);
    const { maxBytes, tooLarge, timeoutMs } = findLimits(c);
    // Refuse before reading starts: a connection with a half-read body may not be usable again.
    if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw invalidRequest([tooLarge]);
    const reading = readText(c.req.raw.body ?? new Blob([]).stream(), maxBytes, tooLarge);
    const text = await before(c.var.arrivedAt + timeoutMs, reading, c);
    // Hono keeps a body here after reading it. Its type leaves out that this is a promise.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    await next();
  });

/** Reads a body with HTML, or with data for it: as large as the plan allows, and within its timeout. */
export const readContentBody = (findPlan: (c: AppContext) => PlanId) =>
  readJson((c) => {
    const { maxHtmlBytes, timeoutMs } = PLANS[findPlan(c)];
    const planMaxBytes = 2 * maxHtmlBytes;
    const maxBytes = Math.min(planMaxBytes, EDGE_LANE_MAX_BYTES);
    return { maxBytes, tooLarge: overPlan(planMaxBytes), timeoutMs };
  });

const FORM_MAX_BYTES = 64_000;

/** Reads the body of a form. No plan applies to it. */
export const readFormBody = readJson(() => ({
  maxBytes: FORM_MAX_BYTES,
  tooLarge: `body: is larger than ${FORM_MAX_BYTES} bytes`,
  timeoutMs: PLANS.free.timeoutMs,
}));

const overPlan = (planMaxBytes: number): string =>
  planMaxBytes <= EDGE_LANE_MAX_BYTES
    ? overTwiceTheLimit(planMaxBytes)
    : `body: is larger than ${EDGE_LANE_MAX_BYTES} bytes, and this installation has no container for larger ones`;

/** @throws {ApiError} it is too large, or not UTF-8 */
async function readText(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  problem: string,
): Promise<string> {
  try {
    return await readBodyText(stream, (bytes) => (bytes > maxBytes ? new InvalidBody([problem]) : null));
  } catch (error) {
    if (error instanceof InvalidBody) throw invalidRequest(error.details);
    throw error;
  }
}

/** The plan's timeout includes the upload of the body (contract 4.3). */
async function before<Result>(deadline: number, work: Promise<Result>, c: AppContext): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const late = new Promise<never>((_, reject) => {
    const error = new ApiError('REQUEST_TIMEOUT', { message: BODY_LATE });
    timer = setTimeout(() => reject(error), Math.max(0, deadline - c.var.services.now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
