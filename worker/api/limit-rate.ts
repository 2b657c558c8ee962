import { createMiddleware } from 'hono/factory';
import { type AppEnv, requireCtx } from '../http/context.ts';
import { refusalError } from '../ledger/refusal-error.ts';
import { requireKey } from './context.ts';

/** Not for generate: its reservation counts the request. */
export const limitRate = createMiddleware<AppEnv>(async (c, next) => {
  const { ledger, workspace } = requireCtx(c);
  const request = { keyId: requireKey(c).id, plan: workspace.plan };
  const admission = await c.var.phases.measure('admit', () => ledger.admit(request));
  if (admission.outcome === 'refused') throw refusalError(admission);
  await next();
});
