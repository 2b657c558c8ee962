import { BrowserBroker as ProductBroker } from '../../renderer/browser-run/broker.ts';
import type { Env } from '../../worker/env.ts';
import { RateLimiter as ProductLimiter } from '../../worker/objects/rate-limit/rate-limiter.ts';
import { clockAheadMs } from './entry-clock.ts';
import entry, {
  BatchDesk as ClockedBatchDesk,
  WebhookDesk as ClockedWebhookDesk,
  WorkspaceLedger as ClockedLedger,
} from './entry.ts';
import { faultyEnv, setFault } from './faulty-bindings.ts';
import { onHangUp } from './hang-up.ts';

export { RequestLog } from '../../worker/objects/request-log/request-log.ts';
export { PrintContainer } from '../../renderer/container/print-container.ts';

/** A lease counts by the machine's clock, so by the clock of the tests it has always ended, and its alarm would not rest. */
const ALARM_REST_MS = 250;

/** The platform fires alarms by the real clock, and objects set them by the clock of the tests. */
function withClock(ctx: DurableObjectState): DurableObjectState {
  const { storage } = ctx;
  const setAlarm = storage.setAlarm.bind(storage);
  storage.setAlarm = (at, options) =>
    setAlarm(Math.max(Number(at) - clockAheadMs(), Date.now() + ALARM_REST_MS), options);
  const getAlarm = storage.getAlarm.bind(storage);
  storage.getAlarm = async (options) => {
    const at = await getAlarm(options);
    return at === null ? null : at + clockAheadMs();
  };
  return ctx;
}

export class WorkspaceLedger extends ClockedLedger {
  constructor(ctx: DurableObjectState, env: Env) {
    super(withClock(ctx), faultyEnv(env));
  }

  reset(): void {
    this.ctx.abort('The object was reset');
  }
}

export class WebhookDesk extends ClockedWebhookDesk {
  constructor(ctx: DurableObjectState, env: Env) {
    super(withClock(ctx), faultyEnv(env));
  }

  reset(): void {
    this.ctx.abort('The object was reset');
  }
}

export class BatchDesk extends ClockedBatchDesk {
  constructor(ctx: DurableObjectState, env: Env) {
    super(withClock(ctx), faultyEnv(env));
  }

  reset(): void {
    this.ctx.abort('The object was reset');
  }
}

export class BrowserBroker extends ProductBroker {
  reset(): void {
    this.ctx.abort('The object was reset');
  }
}

export class RateLimiter extends ProductLimiter {
  reset(): void {
    this.ctx.abort('The object was reset');
  }
}

interface Resettable extends Rpc.DurableObjectBranded {
  reset(): void;
}

const OBJECTS = ['LEDGER', 'WEBHOOK_DESK', 'BATCH_DESK', 'BROWSER_BROKER', 'RATE_LIMITER'] as const;

/** Its memory is lost, and its calls fail, as when the platform moves an object. */
async function reset(env: Env, query: URLSearchParams): Promise<void> {
  const name = OBJECTS.find((known) => known === query.get('object'));
  const namespace = name && (env[name] as unknown as DurableObjectNamespace<Resettable & ProductLimiter>);
  if (!namespace) throw new Error('There is no such object.');
  const stub = namespace.getByName(query.get('name') ?? '');
  // The call fails too.
  await stub.reset().catch(() => undefined);
}

/** The service of entry.ts, with bindings that fail, objects that are reset, and clients that hang up. */
export default {
  ...entry,

  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/test/fault') {
      setFault(searchParams);
      return Response.json({ set: true });
    }
    if (pathname === '/test/reset') {
      await reset(env, searchParams);
      return Response.json({ reset: true });
    }
    // Tests look at what is stored, whatever the service can see of it.
    const seen = pathname.startsWith('/test/') ? env : faultyEnv(env);
    return entry.fetch(onHangUp(request), seen, ctx);
  },

  queue: (batch: Parameters<typeof entry.queue>[0], env: Env, ctx: ExecutionContext): Promise<void> =>
    entry.queue(batch, faultyEnv(env), ctx),
};
