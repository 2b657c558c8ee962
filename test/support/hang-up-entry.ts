import worker from '../../worker/index.ts';
import type { Env } from '../../worker/env.ts';

export * from '../../worker/index.ts';

/** Header of a request whose client hangs up after so many milliseconds. */
const HANG_UP_AFTER = 'X-Hang-Up-After-Ms';

/**
 * The product, with clients that hang up. Cloudflare reports them by the signal of the request; workerd alone
 * does not.
 */
export default {
  ...worker,
  fetch(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> {
    const afterMs = request.headers.get(HANG_UP_AFTER);
    if (afterMs === null) return worker.fetch(request, env, ctx);
    const signal = AbortSignal.timeout(Number(afterMs));
    return worker.fetch(new Request(request, { signal }), env, ctx);
  },
};
