import { createApp } from './app.ts';
import type { createConsole as CreateConsole } from './console/app.ts';
import type { Env } from './env.ts';
import type { Services } from './services.ts';

type Fetch = (request: Request, env: Env, ctx: ExecutionContext) => Response | Promise<Response>;

/**
 * The Worker's HTTP: the API and, under `/console`, what the dashboard asks. That is a module of its own
 * which is loaded for its first request, so an isolate that prints never evaluates it.
 *
 * @param build makes the services of a request; tests give their own
 */
export function createFetch(build?: (env: Env) => Services): Fetch {
  const api = createApp(build);
  let dashboard: ReturnType<typeof CreateConsole> | null = null;

  return async (request, env, ctx) => {
    if (!isForDashboard(request)) return api.fetch(request, env, ctx);
    // Not kept as a promise: what one request has begun, another may not await.
    const { createConsole } = await import('./console/app.ts');
    dashboard ??= createConsole(build);
    return dashboard.fetch(request, env, ctx);
  };
}

const isForDashboard = ({ url }: Request): boolean => /^\/console(\/|$)/.test(new URL(url).pathname);
