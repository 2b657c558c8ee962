import { createMiddleware } from 'hono/factory';
import { InvalidBody, readBodyText } from '../../compose/body-text.ts';
import { BODY_LATE, NOT_JSON_TYPE, overTwiceTheLimit } from '../../schema/api/body-problems.ts';
import { PLANS } from '../../schema/plans.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { AppContext, AppEnv } from './context.ts';

/**
 * What an isolate of 128 MB can hold as text, parsed JSON, composed HTML and PDF at once. Larger bodies
 * are for an installation with a container, to which they stream unread.
 */
export const EDGE_LANE_MAX_BYTES = 20_000_000;

/** @throws {ApiError} `VALIDATION_ERROR` */
export function requireJsonType(c: AppContext): void {
  const mediaType = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw invalidRequest([NOT_JSON_TYPE]);
}

interface BodyLimits {
  readonly maxBytes: number;
  /** What is said of a larger one. */
  readonly tooLarge: string;
  readonly timeoutMs: number;
}

/**
 * Reads a JSON body as text, for the validator that comes next. Every problem is a `VALIDATION_ERROR`
 * (decisions 10 and 12).
 */
const readJson = (limitsOf: (c: AppContext) => BodyLimits) =>
  createMiddleware<AppEnv>(async (c, next) => {
    requireJsonType(c);
    const { maxBytes, tooLarge, timeoutMs } = limitsOf(c);
    // A body that says so itself is not begun: a connection on which half of one was read may be of no more use.
    if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw invalidRequest([tooLarge]);
    const reading = readText(c.req.raw.body ?? new Blob([]).stream(), maxBytes, tooLarge);
    const text = await before(c.var.arrivedAt + timeoutMs, reading, c);
    // Where Hono keeps a body that it has read; its own type leaves out that this is a promise.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
    await next();
  });

/** Takes bodies as large as the plan allows, within its timeout: they carry HTML, or data for it. */
export const readJsonBody = readJson((c) => {
  // The operator has no plan: what fits an isolate is what it may send.
  const { maxHtmlBytes, timeoutMs } = PLANS[c.var.key?.plan ?? c.var.member?.plan ?? 'scale-enterprise'];
  const planMaxBytes = 2 * maxHtmlBytes;
  const maxBytes = Math.min(planMaxBytes, EDGE_LANE_MAX_BYTES);
  return { maxBytes, tooLarge: overPlan(planMaxBytes), timeoutMs };
});

/** A form that a person fills in; whoever is not signed in yet sends no more either. */
const FORM_MAX_BYTES = 64_000;

/** Takes bodies that have nothing to do with a plan. */
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

/** A body that trickles in runs into the plan's timeout like everything else (decision 24). */
async function before<Result>(deadline: number, work: Promise<Result>, c: AppContext): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const late = new Promise<never>((_, reject) => {
    const error = new ApiError('REQUEST_TIMEOUT', BODY_LATE);
    timer = setTimeout(() => reject(error), Math.max(0, deadline - c.var.services.now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
