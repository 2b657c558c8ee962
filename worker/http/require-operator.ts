import { createMiddleware } from 'hono/factory';
import { ApiError } from '../api-error.ts';
import { sha256 } from '../sha256.ts';
import type { AppEnv } from './context.ts';

/** Without a configured token the operator's routes do not exist; with one, they want exactly it. */
export const requireOperator = createMiddleware<AppEnv>(async (c, next) => {
  const { OPERATOR_TOKEN: expected } = c.var.services.variables;
  if (expected === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path.');
  const presented = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
  if (!crypto.subtle.timingSafeEqual(await sha256(presented), await sha256(expected))) {
    throw new ApiError('INVALID_OPERATOR_TOKEN', 'The operator token is missing or incorrect.');
  }
  await next();
});
