import { createMiddleware } from 'hono/factory';
import { newId } from '../../schema/ids.ts';
import { Phases } from '../phases.ts';
import { buildServices, type Services } from '../services.ts';
import type { Env } from '../env.ts';
import type { AppContext, AppEnv } from './context.ts';

/** Writing a line takes the thread through which the answer still has to go. */
const LINE_AFTER_ANSWER_MS = 2;

const YEAR_SECONDS = 31_536_000;

/**
 * Gives the request its id, clock and services; tells its phases in `Server-Timing`; and writes one
 * structured line when it is answered: never content, a key, or a signed address.
 */
export const observeRequest = (build: (env: Env) => Services = buildServices) =>
  createMiddleware<AppEnv>(async (c, next) => {
    c.set('requestId', newId('req'));
    c.set('phases', new Phases());
    c.header('X-Request-Id', c.var.requestId);
    c.set('arrivedAt', Date.now());
    c.set('services', build(c.env));
    await next();
    const timing = c.var.phases.toHeader();
    if (timing !== '') c.res.headers.set('Server-Timing', timing);
    secure(c);
    const line = lineOf(c);
    c.executionCtx.waitUntil(scheduler.wait(LINE_AFTER_ANSWER_MS).then(() => console.log(line)));
  });

/** What browsers are told of every answer, whoever made it. */
function secure(c: AppContext): void {
  const { headers } = c.res;
  // Answers hold addresses that are secrets of their owner; files and pages say what holds for them.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  // Per RFC 6797 (7.2), not over plain HTTP.
  if (c.req.url.startsWith('https:')) headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
}

function lineOf(c: AppContext): string {
  return JSON.stringify({
    event: 'request',
    requestId: c.var.requestId,
    method: c.req.method,
    // The route's pattern, not the path: a file's address is a secret of its owner.
    route: c.req.routePath,
    status: c.res.status,
    code: c.var.errorCode ?? null,
    workspaceId: c.var.key?.workspaceId ?? c.var.member?.workspaceId ?? null,
    keyId: c.var.key?.id ?? null,
    personId: c.var.person?.id ?? null,
    bytesIn: Number(c.req.header('Content-Length') ?? 0),
    pdfBytes: c.var.pdfBytes ?? null,
    durationMs: Date.now() - c.var.arrivedAt,
    phases: c.var.phases,
  });
}
