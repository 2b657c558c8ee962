import { ApiError } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx, InstanceCtx } from '../../ctx.ts';
import { clearKeyCache } from './find-key.ts';
import { findKeyById, findWorkspaceByKey, markRevoked } from '../../adapters/d1/keys.ts';

/**
 * The ledger comes first, so a key that an isolate has cached is refused at once (decision 3).
 * @throws {ApiError} `KEY_NOT_FOUND`, also for a key of another workspace
 */
export async function revokeKey(ctx: Ctx, keyId: string): Promise<string> {
  const { services, workspace, ledger } = ctx;
  const key = await findKeyById(services.database, workspace.id, keyId);
  if (key === null) throw new ApiError('KEY_NOT_FOUND');
  await ledger.revokeKey(keyId);
  const entry = auditEntry(ctx, 'key.revoked', keyId, { name: key.name });
  const revokedAt = await markRevoked(services.database, keyId, entry);
  clearKeyCache();
  return revokedAt;
}

/** Keys outlive their workspace and can still be revoked. @throws {ApiError} `KEY_NOT_FOUND` */
export async function getKeyWorkspace({ services }: InstanceCtx, keyId: string): Promise<Ctx['workspace']> {
  const workspace = await findWorkspaceByKey(services.database, keyId);
  if (workspace === null) throw new ApiError('KEY_NOT_FOUND');
  return { id: workspace.id, plan: workspace.plan ?? 'free' };
}
