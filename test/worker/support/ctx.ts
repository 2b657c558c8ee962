import { env } from 'cloudflare:test';
import { type Ctx, enterWorkspace, OPERATOR } from '../../../worker/ctx.ts';
import { buildServices, type Services } from '../../../worker/services.ts';

/** The operator in a workspace on the plan `growth`: what a verb gets. */
export const operatorCtx = (workspaceId: string, services: Services = buildServices(env)): Ctx =>
  enterWorkspace({ services, actor: OPERATOR }, { id: workspaceId, plan: 'growth' });
