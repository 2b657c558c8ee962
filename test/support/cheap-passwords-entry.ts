import { createQueue } from '../../worker/consume.ts';
import { createFetch } from '../../worker/serve.ts';
import { withCheapPasswords } from './cheap-passwords.ts';

export {
  BatchDesk,
  BrowserBroker,
  PrintContainer,
  RateLimiter,
  RequestLog,
  WebhookDesk,
  WorkspaceLedger,
} from '../../worker/index.ts';

/** The service, for tests with many accounts. */
export default { fetch: createFetch(withCheapPasswords), queue: createQueue(withCheapPasswords) };
