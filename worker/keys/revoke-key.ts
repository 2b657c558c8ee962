import { ApiError } from '../api-error.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { forgetKeys } from './find-key.ts';
import { findWorkspaceOfKey, markRevoked } from './queries.ts';

/**
 * Revokes a key for good. The ledger first: it is on every request's path, so from its answer on the key
 * is refused everywhere, whatever record an isolate still remembers (decision 5).
 *
 * @throws {ApiError} `KEY_NOT_FOUND`
 */
export async function revokeKey(
  services: Services,
  actor: Actor,
  keyId: string,
): Promise<{ id: string; revokedAt: string }> {
  const workspaceId = await findWorkspaceOfKey(services.database, keyId);
  if (workspaceId === null) throw new ApiError('KEY_NOT_FOUND', 'There is no key with this id.');
  await services.ledger(workspaceId).revokeKey(keyId);
  const at = new Date(services.now()).toISOString();
  const entry = { workspaceId, at, actor, action: 'key.revoked', subject: keyId } as const;
  const revokedAt = await markRevoked(services.database, keyId, at, entry);
  forgetKeys();
  return { id: keyId, revokedAt };
}
