import { createMiddleware } from 'hono/factory';
import { type AppContext, type AppEnv, requireCtx } from '../http/context.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { RecentNames } from './recent-names.ts';
import { bodyBytes } from '../http/body-bytes.ts';
import { requireKey } from './context.ts';

/** Workspaces that have no request left in their window. */
const exhausted = new RecentNames();

/** Reading more than this takes as long as a call to the ledger. */
const SMALL_BODY_BYTES = 64_000;

/** Limits the rate of every route but generate, which has `limitRateEarly`. */
export const limitRate = createMiddleware<AppEnv>(async (c, next) => {
  await admit(c);
  await next();
});

/**
 * Limits the rate of generate. The reservation counts a request with a small body. A request with a large body is counted while the body
 * is read: so it is refused early, and the count takes no extra time. If the workspace has no request left, the count
 * comes before the body.
 */
export const limitRateEarly = createMiddleware<AppEnv>(async (c, next) => {
  const { workspace, services } = requireCtx(c);
  const isExhausted = exhausted.has(workspace.id, services.now());
  if (!isExhausted && bodyBytes(c) <= SMALL_BODY_BYTES) return next();
  const admission = admit(c);
  if (isExhausted) await admission;
  c.set('admission', admission);
  // Awaited below, where its error replaces one of the body (contract 3.4).
  admission.catch(() => undefined);
  await next();
  await admission;
});

/** @throws {ApiError} the ledger's refusal */
async function admit(c: AppContext): Promise<void> {
  const { ledger, workspace } = requireCtx(c);
  const request = { keyId: requireKey(c).id, plan: workspace.plan };
  const admission = await c.get('phases').measure('admit', () => ledger.admit(request));
  if (admission.outcome === 'refused') throw refusalError(admission);
}

/** Call it when the request was counted. */
export function noteExhausted(c: AppContext): void {
  const key = c.get('key');
  const { rate } = c.get('count');
  if (key === undefined || rate === null || rate.remaining > 0) return;
  exhausted.add(key.workspaceId, rate.resetAt * 1000);
}
