import { env } from 'cloudflare:test';
import { type Ctx, enterWorkspace, OPERATOR } from '../../../worker/ctx.ts';
import type { RequestTime } from '../../../worker/lib/request-meter.ts';
import { buildServices, type Services } from '../../../worker/services.ts';

/** Of a request that arrives now, from a client that does not hang up. */
export const requestTime = (): RequestTime => ({
  startedAt: Date.now(),
  signal: new AbortController().signal,
});

/** The operator in a workspace on the plan `growth`: what a verb gets. */
export const operatorCtx = (workspaceId: string, services: Services = buildServices(env)): Ctx =>
  enterWorkspace({ services, actor: OPERATOR, time: requestTime() }, { id: workspaceId, plan: 'growth' });
