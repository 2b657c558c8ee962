import type { ErrorCode } from '../../schema/api/errors.ts';
import type { Environment, Permission } from '../../schema/permissions.ts';
import type { PlanId } from '../../schema/plans.ts';

/** A key as authentication needs it, with its workspace's plan: one read finds both. */
export interface KeyRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly environment: Environment;
  readonly permissions: readonly Permission[];
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Null where the workspace does not exist any more. */
  readonly plan: PlanId | null;
}

/**
 * Why a key may not do what it asks, in the order of decision 8, or null. The ledger knows of a
 * revocation or a closed workspace earlier than a cached record does, and is asked besides.
 */
export function refusalOf(key: KeyRecord, permission: Permission | null, now: number): ErrorCode | null {
  if (key.revokedAt !== null) return 'API_KEY_REVOKED';
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now) return 'API_KEY_EXPIRED';
  if (key.plan === null) return 'WORKSPACE_NOT_FOUND';
  if (permission !== null && !key.permissions.includes(permission)) return 'INSUFFICIENT_PERMISSIONS';
  return null;
}
