import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { forgetKeys } from './find-key.ts';
import { keyNotFound } from './list-keys.ts';
import { findKeyById, findWorkspaceOfKey, markRevoked } from './queries.ts';

/**
 * Revokes a key for good. The ledger first: it is on every request's path, so from its answer on the key
 * is refused everywhere, whatever record an isolate still remembers (decision 5).
 *
 * @returns when it was revoked first: ISO 8601
 * @throws {ApiError} `KEY_NOT_FOUND`, for a key of another workspace too
 */
export async function revokeKey(
  services: Services,
  actor: Actor,
  workspaceId: string,
  keyId: string,
): Promise<string> {
  const key = await findKeyById(services.database, workspaceId, keyId);
  if (key === null) throw keyNotFound();
  await services.ledger(workspaceId).revokeKey(keyId);
  const at = new Date(services.now()).toISOString();
  const detail = { name: key.name };
  const entry = { workspaceId, at, actor, action: 'key.revoked', subject: keyId, detail } as const;
  const revokedAt = await markRevoked(services.database, keyId, at, entry);
  forgetKeys();
  return revokedAt;
}

/** For the operator, who names keys by their id alone. @throws {ApiError} `KEY_NOT_FOUND` */
export async function workspaceOfKey(services: Services, keyId: string): Promise<string> {
  const workspaceId = await findWorkspaceOfKey(services.database, keyId);
  if (workspaceId === null) throw keyNotFound();
  return workspaceId;
}
