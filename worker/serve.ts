import { createApp } from './app.ts';
import type { createConsole as CreateConsole } from './surfaces/console/app.ts';
import type { Env } from './env.ts';
import type { Services } from './services.ts';

type Fetch = (request: Request, env: Env, ctx: ExecutionContext) => Response | Promise<Response>;

/**
 * The first request to the dashboard loads its module, so printing never loads it (decision 11).
 *
 * @param build builds the services of a request; tests pass their own
 */
export function createFetch(build?: (env: Env) => Services): Fetch {
  const api = createApp(build);
  let consoleApp: ReturnType<typeof CreateConsole> | null = null;

  return async (request, env, ctx) => {
    if (!isForConsole(request)) return api.fetch(request, env, ctx);
    // Shares the app, not a promise: on Workers, a request cannot await what another has started.
    const { createConsole } = await import('./surfaces/console/app.ts');
    consoleApp ??= createConsole(build);
    return consoleApp.fetch(request, env, ctx);
  };
}

const isForConsole = ({ url }: Request): boolean => /^\/console(\/|$)/.test(new URL(url).pathname);
