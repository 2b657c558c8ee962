import type { Permission } from '../../../schema/permissions.ts';
import type { KeyRecord } from '../../adapters/d1/key-record.ts';
import { ApiError } from '../../lib/api-error.ts';

/** Returns the error of a key, or null. The checks have the order of contract 3.4. The ledger checks revocation again, because this record may be cached. */
export function keyRefusal(key: KeyRecord, permission: Permission | null, now: number): ApiError | null {
  if (key.revokedAt !== null) return new ApiError('API_KEY_REVOKED');
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now) return new ApiError('API_KEY_EXPIRED');
  if (key.plan === null) return new ApiError('WORKSPACE_NOT_FOUND');
  if (permission !== null && !key.permissions.includes(permission)) {
    return new ApiError('INSUFFICIENT_PERMISSIONS', { values: { permission } });
  }
  return null;
}
