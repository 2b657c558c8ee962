import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '../http/context.ts';

/** A header of the answer and the log repeat it. */
const TRACE = /^[\w.:-]{1,100}$/;

/** `Gotenberg-Trace` is the client's own id, or the id of the request. */
export const traced = createMiddleware<AppEnv>(async (c, next) => {
  const given = c.req.header('Gotenberg-Trace') ?? '';
  if (TRACE.test(given)) c.set('correlationId', given);
  await next();
  c.res.headers.set('Gotenberg-Trace', traceOf(c));
});

export const traceOf = (c: AppContext): string => c.get('correlationId') ?? c.get('requestId');

/**
 * Clients of Gotenberg know basic auth: the password is the key. A request without a key has the one that the operator has set for it, if
 * there is one.
 */
export const presentKey = createMiddleware<AppEnv>(async (c, next) => {
  const key = readPassword(c.req.header('Authorization')) ?? findOpenKey(c);
  if (key !== null && c.req.header('X-API-Key') === undefined) {
    const headers = new Headers(c.req.raw.headers);
    headers.set('X-API-Key', key);
    c.req.raw = new Request(c.req.raw, { headers });
  }
  await next();
});

/** A key and its prefix are short. */
const MAX_CREDENTIALS = 1_000;

function readPassword(authorization: string | undefined): string | null {
  const [, credentials] = /^Basic +([A-Za-z0-9+/=]+)\s*$/i.exec(authorization ?? '') ?? [];
  if (credentials === undefined || credentials.length > MAX_CREDENTIALS) return null;
  try {
    const text = atob(credentials);
    return text.slice(text.indexOf(':') + 1);
  } catch {
    return null;
  }
}

const findOpenKey = (c: AppContext): string | null =>
  c.req.header('Authorization') === undefined
    ? (c.get('services').variables.GOTENBERG_OPEN_KEY ?? null)
    : null;
