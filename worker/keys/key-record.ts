import type { ErrorCode } from '../../schema/api/errors.ts';
import type { Environment, Permission } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';

/** What authentication needs of a key and its workspace. One query reads both. */
export interface KeyRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly environment: Environment;
  readonly permissions: readonly Permission[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Null if the workspace was deleted. */
  readonly plan: PlanId | null;
}

/**
 * Why the key is refused; null if it is accepted. The order is that of contract 3.4. The ledger checks revocation
 * again, because the record may come from a cache (design note 3).
 */
export function keyRefusal(key: KeyRecord, permission: Permission | null, now: number): ErrorCode | null {
  if (key.revokedAt !== null) return 'API_KEY_REVOKED';
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now) return 'API_KEY_EXPIRED';
  if (key.plan === null) return 'WORKSPACE_NOT_FOUND';
  if (permission !== null && !key.permissions.includes(permission)) return 'INSUFFICIENT_PERMISSIONS';
  return null;
}
