import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { SealedForGood } from '../storage/credential-vault.ts';
import { getTarget } from './get-target.ts';
import { openTarget } from './open-target.ts';
import { tryStore } from './try-store.ts';

/**
 * Tries a saved target out, as it was when it was saved.
 *
 * @returns what the store said, in words, or null where it works
 * @throws {ApiError} `TARGET_NOT_FOUND`
 */
export async function testTarget(
  services: Services,
  workspaceId: string,
  targetId: string,
): Promise<string | null> {
  const target = await getTarget(services, workspaceId, targetId);
  try {
    const store = await openTarget(services, target);
    await tryStore(store, services.outbound, target.keyPrefix, target.keyPattern, services.now());
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TARGET_REJECTED') return error.message;
    if (error instanceof SealedForGood) return 'Its credentials cannot be opened any more: save it anew.';
    throw error;
  }
}
