import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './context.ts';

export const notCounted = createMiddleware<AppEnv>(async (c, next) => {
  c.var.count.exempt(c.var.arrivedAt);
  await next();
});
