import { createMiddleware } from 'hono/factory';
import { RATE_WINDOW_MS } from '../../../schema/plans.ts';
import { newId } from '../../../schema/ids.ts';
import { traceFields, traceOf } from '../../../schema/trace-context.ts';
import { findRegion } from '../../../renderer/browser-run/region.ts';
import { Phases } from '../../adapters/tracing/phases.ts';
import { RequestCount, unlimitedRate } from './request-count.ts';
import { buildServices, type BuildServices } from '../../services.ts';
import { annotateSpan, platformTrace, tracingOf } from '../../adapters/tracing/platform-trace.ts';
import type { AppContext, AppEnv, Caller } from './context.ts';
import { dropBody } from './drop-body.ts';
import { keepInLog } from './log-request.ts';
import { requireOwnHost } from './own-host.ts';

/** Writing the log line blocks the thread that still has to send the response. */
const LOG_DELAY_MS = 2;

const YEAR_SECONDS = 31_536_000;

/** The log line never contains content, a key or a signed address. */
export const observeRequest = createMiddleware<AppEnv>(async (c, next) => {
  c.set('requestId', newId('req'));
  const tracing = tracingOf(c.executionCtx);
  c.set('trace', traceOf(c.req.raw.headers, platformTrace(tracing)));
  c.set('phases', new Phases(tracing));
  c.set('arrivedAt', Date.now());
  c.set('count', new RequestCount());
  const { raw } = c.req;
  await next();
  // Who sends too much is answered at once.
  if (c.res.status >= 400 && c.res.status !== 429) await dropBody(raw);
  setHeaders(c);
  const line = describeRequest(c);
  const { requestId: request_id, traceId: trace_id, route, status, code, workspaceId: workspace_id } = line;
  annotateSpan(tracing, { request_id, trace_id, route, status, code, workspace_id });
  c.executionCtx.waitUntil(
    scheduler.wait(LOG_DELAY_MS).then(() => {
      console.log(JSON.stringify(line));
      return keepInLog(c, line.durationMs);
    }),
  );
});

/** Builds the services of a request. It runs after `observeRequest`, which answers if they cannot be built. */
export const openServices = (build: BuildServices = buildServices) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set('services', build(c.env, findRegion(c.req.raw.cf), c.get('trace')));
    requireOwnHost(c);
    await next();
  });

/**
 * The headers of every answer (contract 2.6). They are set on the answer when it is made: Hono drops headers that are set
 * before, if a route returns a response of its own, such as a page.
 */
function setHeaders(c: AppContext): void {
  const { headers } = c.res;
  headers.set('X-Request-Id', c.get('requestId'));
  const { limit, remaining, resetAt } = c.get('count').rate ?? unlimitedRate(c.get('arrivedAt'));
  headers.set('X-RateLimit-Limit', String(limit));
  headers.set('X-RateLimit-Remaining', String(remaining));
  headers.set('X-RateLimit-Reset', String(resetAt));
  // The same as draft-ietf-httpapi-ratelimit-headers has it.
  const secondsLeft = Math.max(0, resetAt - Math.floor(Date.now() / 1000));
  headers.set('RateLimit-Policy', `"default";q=${limit};w=${RATE_WINDOW_MS / 1000}`);
  headers.set('RateLimit', `"default";r=${remaining};t=${secondsLeft}`);
  const timing = c.get('phases').toHeader();
  if (timing !== '') headers.set('Server-Timing', timing);
  // Responses contain secret addresses. Files and pages set their own value.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  // Per RFC 6797 (7.2), not over plain HTTP.
  const address = c.get('services')?.variables.PUBLIC_URL ?? c.req.url;
  if (address.startsWith('https:')) headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
}

function describeRequest(c: AppContext) {
  const { workspaceId, keyId, personId }: Caller = c.get('caller') ?? {};
  return {
    event: 'request',
    requestId: c.get('requestId'),
    ...(c.get('correlationId') !== undefined && { correlation_id: c.get('correlationId') }),
    ...traceFields(c.get('trace')),
    method: c.req.method,
    // The pattern of the route, not the path: the address of a file is secret.
    route: c.req.routePath,
    status: c.res.status,
    code: c.get('error')?.code ?? null,
    workspaceId: workspaceId ?? null,
    keyId: keyId ?? null,
    personId: personId ?? null,
    bytesIn: Number(c.get('encodedBytes') ?? c.req.header('Content-Length') ?? 0),
    pdfBytes: c.get('pdfBytes') ?? null,
    durationMs: Date.now() - c.get('arrivedAt'),
    phases: c.get('phases'),
  };
}
