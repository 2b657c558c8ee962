import worker from '../../worker/index.ts';
import type { Env } from '../../worker/env.ts';
import { onHangUp } from './hang-up.ts';

export * from '../../worker/index.ts';

/** The product, with clients that hang up. */
export default {
  ...worker,
  fetch: (request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> =>
    worker.fetch(onHangUp(request), env, ctx),
};
