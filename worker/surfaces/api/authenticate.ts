import { createMiddleware } from 'hono/factory';
import type { Permission } from '../../../schema/permissions.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type Ctx, enterWorkspace, type KeyActor } from '../../ctx.ts';
import { type AppContext, type AppEnv, timeOf } from '../http/context.ts';
import { findKey, forgetKeys } from '../../verbs/keys/find-key.ts';
import { keyRefusal } from '../../verbs/keys/key-refusal.ts';
import type { KeyRecord } from '../../adapters/d1/key-record.ts';
import { findKeyByHash } from '../../adapters/d1/keys.ts';
import { lookUpLimited } from './address-limit.ts';
import { requireKey } from './context.ts';
import { countingLedger } from './counting-ledger.ts';

/** Sets `key` and `ctx` even if the key is refused, because its workspace counts the request (contract 4.2). */
export const authenticate = (permission: Permission | null) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const services = c.get('services');
    const value = readPresentedKey(c);
    if (value === null) throw new ApiError('INVALID_API_KEY', { message: 'The API key is missing.' });
    const key = await c.get('phases').measure('auth', () =>
      findKey(value, c.get('arrivedAt'), {
        lookUp: (hash) => findKeyByHash(services.database, hash),
        limited: (lookUp) => lookUpLimited(c, lookUp),
      }),
    );
    if (key === null) throw new ApiError('INVALID_API_KEY');
    c.set('key', key);
    c.set('caller', { workspaceId: key.workspaceId, keyId: key.id });
    c.set('ctx', enterWorkspaceOf(c, key));
    const refusal = keyRefusal(key, permission, services.now());
    if (refusal !== null) throw refusal;
    await next();
  });

/** Each admission counts the request. */
function enterWorkspaceOf(c: AppContext, { id, workspaceId, plan }: KeyRecord): Ctx<KeyActor> {
  const services = c.get('services');
  const ledger = countingLedger(services.ledger(workspaceId), c.get('count'), () => {
    // The plan of a key without a workspace is not cached.
    if (plan !== null) forgetKeys(workspaceId);
  });
  const actor = { kind: 'key', id } as const;
  return enterWorkspace(
    { services, actor, time: timeOf(c) },
    { id: workspaceId, plan: plan ?? 'free' },
    ledger,
  );
}

/** A further permission, of a key that was authenticated. */
export const alsoPermitted = (permission: Permission) =>
  createMiddleware<AppEnv>(async (c, next) => {
    requirePermission(c, permission);
    await next();
  });

/** @throws {ApiError} `INSUFFICIENT_PERMISSIONS` */
export function requirePermission(c: AppContext, permission: Permission): void {
  const refusal = keyRefusal(requireKey(c), permission, c.get('services').now());
  if (refusal !== null) throw refusal;
}

/** The recommended header wins if both are sent (contract 5.1). */
function readPresentedKey(c: AppContext): string | null {
  const header = c.req.header('X-API-Key');
  if (header !== undefined) return header.trim();
  const [, bearer] = /^Bearer\s+(\S+)\s*$/i.exec(c.req.header('Authorization') ?? '') ?? [];
  return bearer ?? null;
}
