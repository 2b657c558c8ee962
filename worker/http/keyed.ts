import { OpenAPIHono } from '@hono/zod-openapi';
import { describeIssue } from '../../schema/api/issues.ts';
import type { Permission } from '../../schema/permissions.ts';
import { invalidRequest } from '../api-error.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import { authenticate } from './authenticate.ts';
import type { AppContext, AppEnv } from './context.ts';
import { limitRate } from './limit-rate.ts';

/** A router whose validators answer every problem by its field (decision 10). */
export const validatingRouter = () =>
  new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalidRequest(result.error.issues.map(describeIssue));
    },
  });

/** The middleware of a route that asks for a key with a permission, or for any key. */
export const keyed = (permission: Permission | null) => [authenticate(permission), limitRate];

/** The key of a request that has passed authentication. */
export function keyOf(c: AppContext): KeyRecord {
  const { key } = c.var;
  if (key === undefined) throw new Error('A keyed route without authentication');
  return key;
}
