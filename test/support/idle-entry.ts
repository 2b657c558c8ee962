import { type BrokerEnv, BrowserBroker as ProductBroker } from '../../renderer/browser-run/broker.ts';
import worker from '../../worker/index.ts';
import type { Bindings } from '../../worker/bindings.ts';
import type { Env } from '../../worker/env.ts';

export * from '../../worker/index.ts';

let aheadMs = 0;
const now = Date.now.bind(Date);
// The broker decides by the clock of the platform when its browser may rest.
Date.now = () => now() + aheadMs;

/** The names of the brokers that have printed. */
const brokers = new Set<string>();

/** The product's broker with a callable alarm. */
export class BrowserBroker extends ProductBroker {
  constructor(ctx: DurableObjectState, env: BrokerEnv) {
    super(ctx, env);
    if (ctx.id.name !== undefined) brokers.add(ctx.id.name);
  }

  async ringAlarm(): Promise<void> {
    await this.alarm();
  }
}

/** The product, with a route that moves the clock, as if the product had been idle for some minutes. */
export default {
  ...worker,
  async fetch(request: Request, env: Env & Bindings, ctx: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/test/idle') return await worker.fetch(request, env, ctx);
    aheadMs += Number(searchParams.get('minutes')) * 60_000;
    const namespace = env.BROWSER_BROKER as unknown as DurableObjectNamespace<BrowserBroker>;
    for (const name of brokers) await namespace.getByName(name).ringAlarm();
    return Response.json({ brokers: [...brokers] });
  },
};
