import { UNLIMITED } from '../../schema/plans.ts';
import { WebhookDesk as ProductDesk } from '../../worker/objects/webhook/desk.ts';
import type { Sender } from '../../worker/objects/webhook/send-attempt.ts';
import { createQueue } from '../../worker/consume.ts';
import type { Env } from '../../worker/env.ts';
import { createFetch } from '../../worker/serve.ts';
import { buildServices, type Services } from '../../worker/services.ts';
import { StoreError } from '../../worker/adapters/stores/store-error.ts';
import { listKeys } from './list-keys.ts';

export { BrowserBroker } from '../../renderer/browser-run/broker.ts';
export { PrintContainer } from '../../renderer/container/print-container.ts';
export { RateLimiter } from '../../worker/objects/rate-limit/rate-limiter.ts';
export { RequestLog } from '../../worker/objects/request-log/request-log.ts';
export { WorkspaceLedger } from '../../worker/objects/ledger/ledger.ts';
export { BatchDesk } from '../../worker/objects/batch/desk.ts';

const reachNothing = () => Promise.reject(new StoreError('No host can be reached.', { retryable: false }));

/** Random requests must not be hidden behind 429, and must not reach hosts of strangers. */
const fuzzed = (services: Services): Services => ({
  ...services,
  outbound: reachNothing,
  rateLimiter: (name) => {
    const limiter = services.rateLimiter(name);
    const count = (_limit: number, windowMs?: number) => limiter.count(UNLIMITED, windowMs);
    return { count, uncount: () => limiter.uncount() } as typeof limiter;
  },
});

/** The product's desk, which reaches no receiver. */
export class WebhookDesk extends ProductDesk {
  protected override sender(): Sender {
    return { ...super.sender(), outbound: reachNothing };
  }
}

const build = (env: Env): Services => fuzzed(buildServices(env));

const serve = createFetch(build);

/** The product with high limits for what has no plan, and without a network. A route lists the stored objects. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const isList = new URL(request.url).pathname === '/test/objects';
    return isList ? Response.json(await listKeys(env.FILES)) : serve(request, env, ctx);
  },
  queue: createQueue(build),
};
