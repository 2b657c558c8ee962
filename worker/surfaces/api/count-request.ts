import { createMiddleware } from 'hono/factory';
import { outranks } from '../../../schema/api/errors.ts';
import { type ApiError, rateLimited } from '../../lib/api-error.ts';
import { type AppContext, type AppEnv, requireCtx } from '../http/context.ts';
import { renderError } from '../http/handle-error.ts';
import type { KeyRecord } from '../../adapters/d1/key-record.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { countAddress, noteGuess } from './address-limit.ts';
import { noteExhausted } from './limit-rate.ts';

/**
 * Counts a request that no reservation has counted: by the workspace of its key, or else by its client address
 * (contract 4.2). An error of the count replaces the response if it ranks higher.
 */
export const countRequest = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const count = c.get('count');
  const key = c.get('key');
  if (count.rate !== null) countLateError(c);
  else if (key !== undefined) await countByWorkspace(c, key);
  else await countByAddress(c);
  noteExhausted(c);
});

async function countByWorkspace(c: AppContext, key: KeyRecord): Promise<void> {
  const { phases } = c.var;
  const errorCode = codeOf(c);
  const { ledger, workspace } = requireCtx(c);
  const request = { keyId: key.id, plan: workspace.plan, ...(errorCode && { errorCode }) };
  const admission = await phases.measure('admit', () => ledger.admit(request));
  if (admission.outcome === 'refused') respondIfOutranking(c, refusalError(admission));
}

/** Not awaited, so that the response does not wait. */
function countLateError(c: AppContext): void {
  const key = c.get('key');
  const errorCode = codeOf(c);
  if (key === undefined || errorCode === undefined || c.get('count').hasCounted(errorCode)) return;
  c.executionCtx.waitUntil(c.get('services').ledger(key.workspaceId).countError(errorCode));
}

async function countByAddress(c: AppContext): Promise<void> {
  const { count } = c.var;
  const errorCode = codeOf(c);
  const { allowed, rate, retryAfterSeconds } = await countAddress(c);
  count.counted(rate, errorCode ?? null);
  if (errorCode === 'INVALID_API_KEY' && presentsKey(c)) noteGuess(c);
  // A request with a key to an unknown path does not guess keys, so it keeps its own error.
  const guesses = errorCode === 'INVALID_API_KEY' || errorCode === 'INVALID_OPERATOR_TOKEN';
  if (allowed || (!guesses && presentsKey(c))) return;
  c.res = renderError(rateLimited(retryAfterSeconds), c);
}

function respondIfOutranking(c: AppContext, refusal: ApiError): void {
  const errorCode = codeOf(c);
  if (errorCode === undefined || outranks(refusal.code, errorCode)) c.res = renderError(refusal, c);
}

const codeOf = (c: AppContext) => c.get('error')?.code;

const presentsKey = (c: AppContext): boolean =>
  c.req.header('X-API-Key') !== undefined || c.req.header('Authorization') !== undefined;
