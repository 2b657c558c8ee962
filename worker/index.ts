import { createQueue } from './consume.ts';
import { createFetch } from './serve.ts';

export default { fetch: createFetch(), queue: createQueue() };

export { BrowserBroker } from '../renderer/browser-run/broker.ts';
export { PrintContainer } from '../renderer/container/print-container.ts';
export { RateLimiter } from './rate-limit/rate-limiter.ts';
export { WorkspaceLedger } from './ledger/ledger.ts';
export { BatchDesk } from './batches/desk.ts';
export { WebhookDesk } from './webhooks/desk.ts';
