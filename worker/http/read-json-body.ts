import { withTimeout } from '@platen/print-engine';
import { createMiddleware } from 'hono/factory';
import { InvalidBody, readBodyText } from '../../compose/body-text.ts';
import { BODY_LATE, NOT_JSON_TYPE, overTwiceTheLimit } from '../../schema/api/body-problems.ts';
import { PLANS, type PlanId } from '../../schema/plans.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { AppContext, AppEnv } from './context.ts';

/**
 * An isolate of 128 MB can hold this much as text, parsed JSON, composed HTML and PDF at the same time.
 * Larger bodies need a container, and stream to it unread.
 */
export const EDGE_LANE_MAX_BYTES = 20_000_000;

/** @throws {ApiError} `VALIDATION_ERROR` */
export function requireJsonType(c: AppContext): void {
  const mediaType = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw invalidRequest([NOT_JSON_TYPE]);
}

interface BodyLimits {
  readonly maxBytes: number;
  readonly tooLarge: string;
  readonly timeoutMs: number;
}

/** Reads a body for the validator that runs next (contract 3.3 and contract 1.6). */
const readJson = (findLimits: (c: AppContext) => BodyLimits) =>
  createMiddleware<AppEnv>(async (c, next) => {
    requireJsonType(c);
    const { maxBytes, tooLarge, timeoutMs } = findLimits(c);
    // Refuse before reading starts: a connection with a half-read body may not be usable again.
    if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw invalidRequest([tooLarge]);
    const text = readText(c.req.raw.body ?? new Blob([]).stream(), maxBytes, tooLarge);
    const reading = Promise.all([text, c.var.admission]);
    // The plan's timeout includes the upload of the body (contract 4.3).
    const remainingMs = c.var.arrivedAt + timeoutMs - c.var.services.now();
    const [read] = await withTimeout(reading, remainingMs, () => {
      throw new ApiError('REQUEST_TIMEOUT', { message: BODY_LATE });
    });
    // Hono caches a body that it has read here, as a promise, although its type says otherwise.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(read) });
    await next();
  });

export const readContentBody = (findPlan: (c: AppContext) => PlanId) =>
  readJson((c) => {
    const { maxHtmlBytes, timeoutMs } = PLANS[findPlan(c)];
    const planMaxBytes = 2 * maxHtmlBytes;
    const maxBytes = Math.min(planMaxBytes, EDGE_LANE_MAX_BYTES);
    return { maxBytes, tooLarge: overPlan(planMaxBytes), timeoutMs };
  });

const FORM_MAX_BYTES = 64_000;

export const readFormBody = readJson(() => ({
  maxBytes: FORM_MAX_BYTES,
  tooLarge: `body: is larger than ${FORM_MAX_BYTES} bytes`,
  timeoutMs: PLANS.free.timeoutMs,
}));

const overPlan = (planMaxBytes: number): string =>
  planMaxBytes <= EDGE_LANE_MAX_BYTES
    ? overTwiceTheLimit(planMaxBytes)
    : `body: is larger than ${EDGE_LANE_MAX_BYTES} bytes, and this installation has no container for larger ones`;

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
