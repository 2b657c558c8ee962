import { BrowserBroker as ProductBroker, type BrokerEnv } from '../../renderer/browser-run/broker.ts';

export { default } from '../../worker/index.ts';
export { RateLimiter } from '../../worker/objects/rate-limit/rate-limiter.ts';
export { RequestLog } from '../../worker/objects/request-log/request-log.ts';
export { WorkspaceLedger } from '../../worker/objects/ledger/ledger.ts';
export { BatchDesk } from '../../worker/objects/batch/desk.ts';
export { WebhookDesk } from '../../worker/objects/webhook/desk.ts';
export { PrintContainer } from '../../renderer/container/print-container.ts';

/** Browser Run at its limit: it refuses every launch because the account has too many browsers. */
const BROWSER = {
  fetch: () => Promise.resolve(new Response('Too many browsers', { status: 429 })),
};

/** The product's broker with this Browser Run. */
export class BrowserBroker extends ProductBroker {
  constructor(ctx: DurableObjectState, env: BrokerEnv) {
    super(ctx, { ...env, BROWSER });
  }
}
