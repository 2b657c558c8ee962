import { createMiddleware } from 'hono/factory';
import { refusalError } from '../ledger/refusal-error.ts';
import type { AppEnv } from '../http/context.ts';

/**
 * Counts the request before it does anything, and refuses it past the limit. For every keyed route but
 * generate, whose reservation counts it in the same call.
 */
export const limitRate = createMiddleware<AppEnv>(async (c, next) => {
  const { key, services, phases } = c.var;
  if (key === undefined) throw new Error('A rate limit before authentication');
  const admission = await phases.measure('admit', () =>
    services.ledger(key.workspaceId).admit({ keyId: key.id, plan: key.plan ?? 'free' }),
  );
  c.set('rate', admission.rate);
  if (admission.outcome === 'refused') {
    c.set('countedError', admission.refusal);
    throw refusalError(admission);
  }
  await next();
});
