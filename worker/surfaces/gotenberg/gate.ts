import type { MiddlewareHandler } from 'hono';
import type { Permission } from '../../../schema/permissions.ts';
import type { IdempotencyClaim } from '../../objects/ledger/protocol.ts';
import type { Produced, Product } from '../../verbs/make/production.ts';
import type { AppContext, AppEnv } from '../http/context.ts';

/** What the API has for keys. The wiring hands it over, because no surface imports another. */
export interface Gate {
  readonly authenticate: (permission: Permission | null) => MiddlewareHandler<AppEnv>;
  readonly limitRate: MiddlewareHandler<AppEnv>;
  readonly limitRateEarly: MiddlewareHandler<AppEnv>;
  readonly countRequest: MiddlewareHandler<AppEnv>;
  readonly produceNow: (
    c: AppContext,
    product: Product,
    idempotency: IdempotencyClaim | null,
  ) => Promise<Produced>;
}
