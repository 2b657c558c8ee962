import { createMiddleware } from 'hono/factory';
import { ApiError } from '../api-error.ts';
import type { AppEnv } from '../http/context.ts';
import { notCounted } from '../http/not-counted.ts';
import { readContentBody } from '../http/read-json-body.ts';
import { sha256 } from '../sha256.ts';

/** Without an operator token in the configuration, no path under `/operator` exists. */
export const hideOperatorRoutes = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.services.variables.OPERATOR_TOKEN === undefined) throw new ApiError('NOT_FOUND');
  await next();
});

const requireOperator = createMiddleware<AppEnv>(async (c, next) => {
  const { OPERATOR_TOKEN: expected = '' } = c.var.services.variables;
  const presented = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
  if (expected === '' || !crypto.subtle.timingSafeEqual(await sha256(presented), await sha256(expected))) {
    throw new ApiError('INVALID_OPERATOR_TOKEN');
  }
  await next();
});

export const operated = [requireOperator, notCounted];

/** No plan applies to the operator, so the largest one is used. */
export const operatedJson = [...operated, readContentBody(() => 'scale-enterprise')];
