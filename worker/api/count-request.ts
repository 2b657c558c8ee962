import { createMiddleware } from 'hono/factory';
import { outranks } from '../../schema/api/errors.ts';
import { PLANS, UNLIMITED } from '../../schema/plans.ts';
import { ApiError } from '../api-error.ts';
import type { RateState } from '../ledger/protocol.ts';
import { refusalError } from '../ledger/refusal-error.ts';
import type { AppContext, AppEnv } from '../http/context.ts';
import { renderError } from '../http/handle-error.ts';

/**
 * Counts every request once and tells the rate in three headers (decisions 9 and 22). A handler that
 * reserves a credit has counted by then, in the same call; whatever ended earlier is counted here, by its
 * workspace where the key is known, by its address where not. What the count says may outrank the answer.
 */
export const countRequest = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.var.rate === undefined) await (c.var.key === undefined ? countByAddress(c) : countByWorkspace(c));
  else countLateError(c);
  if (c.var.rate !== undefined) setRateHeaders(c, c.var.rate);
});

/** For routes that are not counted: downloads of files, health, and the operator's. */
export const notCounted = createMiddleware<AppEnv>(async (c, next) => {
  c.set('rate', {
    limit: UNLIMITED,
    remaining: UNLIMITED,
    resetAt: Math.ceil(c.var.arrivedAt / 1000) + 60,
  });
  await next();
});

async function countByWorkspace(c: AppContext): Promise<void> {
  const { key, services, phases, errorCode } = c.var;
  if (key === undefined) return;
  const request = { keyId: key.id, plan: key.plan ?? 'free', ...(errorCode && { errorCode }) };
  const admission = await phases.measure('admit', () => services.ledger(key.workspaceId).admit(request));
  c.set('rate', admission.rate);
  if (admission.outcome === 'refused') answerIfOutranking(c, refusalError(admission));
}

/** An error that came after the count, and that no call to the ledger has told: nobody waits for this one. */
function countLateError(c: AppContext): void {
  const { key, services, errorCode, countedError } = c.var;
  if (key === undefined || errorCode === undefined || errorCode === countedError) return;
  c.executionCtx.waitUntil(services.ledger(key.workspaceId).countError(errorCode));
}

async function countByAddress(c: AppContext): Promise<void> {
  const { services } = c.var;
  const { allowed, rate, retryAfterSeconds } = await services
    .rateLimiter(addressOf(c))
    .count(PLANS.free.requestsPerMinute);
  c.set('rate', rate);
  // An unknown path or a wrong method with a key is not a guess at one: its own answer stands.
  const guesses = c.var.errorCode === 'INVALID_API_KEY' || c.var.errorCode === 'INVALID_OPERATOR_TOKEN';
  if (allowed || (!guesses && presentsKey(c))) return;
  c.res = renderError(rateLimited(retryAfterSeconds), c);
}

function answerIfOutranking(c: AppContext, refusal: ApiError): void {
  const answered = c.var.errorCode;
  if (answered === undefined || outranks(refusal.code, answered)) c.res = renderError(refusal, c);
}

const rateLimited = (retryAfterSeconds: number): ApiError =>
  refusalError({ refusal: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds });

const presentsKey = (c: AppContext): boolean =>
  c.req.header('X-API-Key') !== undefined || c.req.header('Authorization') !== undefined;

/** One IPv6 client owns a /64 and would otherwise bring a new address for each request. */
export function addressOf(c: AppContext): string {
  const address = c.req.header('CF-Connecting-IP') ?? 'unknown';
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  if (tail !== undefined) {
    const rest = tail.split(':').filter((group) => group !== '');
    while (groups.length + rest.length < 8) groups.push('0');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function setRateHeaders(c: AppContext, rate: RateState): void {
  c.res.headers.set('X-RateLimit-Limit', String(rate.limit));
  c.res.headers.set('X-RateLimit-Remaining', String(rate.remaining));
  c.res.headers.set('X-RateLimit-Reset', String(rate.resetAt));
}
