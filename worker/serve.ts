import { createApp } from './app.ts';
import { authenticate } from './surfaces/api/authenticate.ts';
import { countRequest } from './surfaces/api/count-request.ts';
import { limitRate, limitRateEarly } from './surfaces/api/limit-rate.ts';
import { produceNow } from './surfaces/api/pdf/produce-now.ts';
import type { createConsole as CreateConsole } from './surfaces/console/app.ts';
import type { createGotenberg as CreateGotenberg } from './surfaces/gotenberg/app.ts';
import type { Env } from './env.ts';
import type { Services } from './services.ts';

type Fetch = (request: Request, env: Env, ctx: ExecutionContext) => Response | Promise<Response>;

/** What the door for clients of Gotenberg needs of the API. */
const GATE = { authenticate, countRequest, limitRate, limitRateEarly, produceNow };

/**
 * The first request to the dashboard loads its module, so printing never loads it (decision 11). The same holds for the door for
 * clients of Gotenberg.
 *
 * @param build builds the services of a request; tests pass their own
 */
export function createFetch(build?: (env: Env) => Services): Fetch {
  const api = createApp(build);
  let consoleApp: ReturnType<typeof CreateConsole> | null = null;
  let gotenbergApp: ReturnType<typeof CreateGotenberg> | null = null;

  return async (request, env, ctx) => {
    const { pathname } = new URL(request.url);
    if (FOR_GOTENBERG.test(pathname)) {
      const { createGotenberg } = await import('./surfaces/gotenberg/app.ts');
      gotenbergApp ??= createGotenberg(build, GATE);
      return gotenbergApp.fetch(request, env, ctx);
    }
    if (!FOR_CONSOLE.test(pathname)) return api.fetch(request, env, ctx);
    // Shares the app, not a promise: on Workers, a request cannot await what another has started.
    const { createConsole } = await import('./surfaces/console/app.ts');
    consoleApp ??= createConsole(build);
    return consoleApp.fetch(request, env, ctx);
  };
}

const FOR_CONSOLE = /^\/console(\/|$)/;

/** Gotenberg's own paths, which the API does not have. */
const FOR_GOTENBERG = /^\/(?:forms\/|health$|version$|prometheus\/metrics$)/;
