import type { Env } from './env.ts';
import type { CopyTask } from './ledger/protocol.ts';
import { createFetch } from './serve.ts';
import { buildServices } from './services.ts';
import { retryCopies } from './targets/retry-copies.ts';

export default {
  fetch: createFetch(),
  queue: (batch, env) => retryCopies({ services: buildServices(env) }, batch),
} satisfies ExportedHandler<Env, CopyTask>;

export { BrowserBroker } from '../renderer/browser-run/broker.ts';
export { PrintContainer } from '../renderer/container/print-container.ts';
export { RateLimiter } from './rate-limit/rate-limiter.ts';
export { WorkspaceLedger } from './ledger/ledger.ts';
