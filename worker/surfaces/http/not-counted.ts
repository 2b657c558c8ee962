import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './context.ts';

export const notCounted = createMiddleware<AppEnv>(async (c, next) => {
  c.get('count').exempt(c.get('arrivedAt'));
  await next();
});
