import type { Permission } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import { authenticate } from './authenticate.ts';
import type { AppContext } from '../http/context.ts';
import { limitRate } from './limit-rate.ts';
import { readJsonBody } from '../http/read-json-body.ts';

const SECURITY: Record<string, string[]>[] = [{ apiKey: [] }, { bearer: [] }];

/** What a route says and does that asks for a key with a permission, or for any key. */
export const keyed = (permission: Permission | null, about?: string) => ({
  middleware: [authenticate(permission), limitRate],
  ...described(permission, about),
});

/** The same for a route that takes a JSON body. */
export const keyedJson = (permission: Permission | null, about?: string) => ({
  middleware: [authenticate(permission), limitRate, readJsonBody],
  ...described(permission, about),
});

/**
 * How the API's description tells that a route wants a key.
 *
 * @param about what the route does beyond its summary: Markdown
 */
export const described = (permission: Permission | null, about?: string) => ({
  security: SECURITY,
  'x-permission': permission ?? 'any',
  description: [...(about === undefined ? [] : [about]), keyOfRoute(permission)].join('\n\n'),
});

const keyOfRoute = (permission: Permission | null): string =>
  permission === null
    ? 'Key: any key of the workspace, whatever its permissions.'
    : `Key: one with the permission \`${permission}\`.`;

/** The key of a request that has passed authentication. */
export function keyOf(c: AppContext): KeyRecord {
  const { key } = c.var;
  if (key === undefined) throw new Error('A keyed route without authentication');
  return key;
}

/** The plan of the key's workspace, which authentication has found to exist. */
export function planOf(c: AppContext): PlanId {
  const { plan } = keyOf(c);
  if (plan === null) throw new Error('A keyed route without a workspace');
  return plan;
}
