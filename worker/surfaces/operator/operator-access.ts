import { createMiddleware } from 'hono/factory';
import { ApiError } from '../../lib/api-error.ts';
import type { AppEnv } from '../http/context.ts';
import { notCounted } from '../http/not-counted.ts';
import { readContentBody } from '../http/read-json-body.ts';
import type { Secret } from '../../../schema/secrets.ts';
import { sha256 } from '../../lib/sha256.ts';

/** Without an operator token in the configuration, no path under `/operator` exists. */
export const hideOperatorRoutes = createMiddleware<AppEnv>(async (c, next) => {
  if (c.get('services').variables.secrets.OPERATOR_TOKEN.length === 0) throw new ApiError('NOT_FOUND');
  await next();
});

const requireOperator = createMiddleware<AppEnv>(async (c, next) => {
  const [, presented = ''] = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  if (!(await isToken(c.get('services').variables.secrets.OPERATOR_TOKEN, presented)))
    throw new ApiError('INVALID_OPERATOR_TOKEN');
  await next();
});

/** All tokens are compared, in constant time. While the token is changed, there are two. */
async function isToken(tokens: readonly Secret[], presented: string): Promise<boolean> {
  const hash = await sha256(presented);
  const hashes = await Promise.all(tokens.map(({ value }) => sha256(value)));
  const matches = hashes.map((expected) => crypto.subtle.timingSafeEqual(hash, expected));
  return matches.includes(true);
}

export const operated = [requireOperator, notCounted];

/** No plan applies to the operator, so the largest one is used. */
export const operatedJson = [...operated, readContentBody(() => 'scale-enterprise')];
