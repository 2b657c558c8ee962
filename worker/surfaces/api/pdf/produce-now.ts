import type { IdempotencyClaim } from '../../../objects/ledger/protocol.ts';
import { produce } from '../../../verbs/make/produce.ts';
import type { Produced, Product } from '../../../verbs/make/production.ts';
import { type AppContext, requireCtx } from '../../http/context.ts';
import { runWork } from '../../http/run-work.ts';
import { requireKey } from '../context.ts';

/** Makes the files while the client waits. */
export const produceNow = (
  c: AppContext,
  product: Product,
  idempotency: IdempotencyClaim | null,
): Promise<Produced> =>
  runWork(c, (means) => produce(requireCtx(c), { ...means, ...product, key: requireKey(c), idempotency }));
