import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './context.ts';

/** For routes that no rate limit applies to: downloads of files, health, and the operator's routes. */
export const notCounted = createMiddleware<AppEnv>(async (c, next) => {
  c.var.count.exempt(c.var.arrivedAt);
  await next();
});
