import { createQueue } from './consume.ts';
import { createFetch } from './serve.ts';

export default { fetch: createFetch(), queue: createQueue() };

export { BrowserBroker } from '../renderer/browser-run/broker.ts';
export { PrintContainer } from '../renderer/container/print-container.ts';
export { RateLimiter } from './objects/rate-limit/rate-limiter.ts';
export { WorkspaceLedger } from './objects/ledger/ledger.ts';
export { BatchDesk } from './objects/batch/desk.ts';
export { RequestLog } from './objects/request-log/request-log.ts';
export { WebhookDesk } from './objects/webhook/desk.ts';
