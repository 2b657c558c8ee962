import { createMiddleware } from 'hono/factory';
import { ApiError } from '../api-error.ts';
import { sha256 } from '../sha256.ts';
import type { AppEnv } from '../http/context.ts';

/** Without a configured token there is nothing under `/operator`, whatever the path or method. */
export const requireOperatorToBe = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.services.variables.OPERATOR_TOKEN === undefined) {
    throw new ApiError('NOT_FOUND', 'There is nothing at this path.');
  }
  await next();
});

/** The operator's routes want exactly the configured token. */
export const requireOperator = createMiddleware<AppEnv>(async (c, next) => {
  const { OPERATOR_TOKEN: expected = '' } = c.var.services.variables;
  const presented = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
  if (expected === '' || !crypto.subtle.timingSafeEqual(await sha256(presented), await sha256(expected))) {
    throw new ApiError('INVALID_OPERATOR_TOKEN', 'The operator token is missing or incorrect.');
  }
  await next();
});
