import type { Hono } from 'hono';
import { ApiError } from '../api-error.ts';
import type { AppEnv } from './context.ts';

/**
 * Answers 405 with `Allow` on every path that has routes, for methods that have none (Hono answers 404).
 * Call it when all routes are there.
 */
export function refuseOtherMethods(app: Hono<AppEnv>): void {
  const methodsByPath = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue;
    methodsByPath.set(path, (methodsByPath.get(path) ?? new Set(['OPTIONS'])).add(method));
  }
  for (const [path, methods] of methodsByPath) {
    if (methods.has('GET')) methods.add('HEAD');
    app.all(path, (c) => {
      c.header('Allow', [...methods].sort().join(', '));
      throw new ApiError('METHOD_NOT_ALLOWED', `${c.req.method} is not allowed here.`);
    });
  }
}
