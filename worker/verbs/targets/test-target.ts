import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import { DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import { getTarget } from './get-target.ts';
import { CREDENTIALS_LOST, openTarget } from './open-target.ts';
import { tryStore } from './try-store.ts';

/** Returns the problem; null if the target works. @throws {ApiError} `TARGET_NOT_FOUND` */
export async function testTarget(ctx: Ctx, targetId: string): Promise<string | null> {
  const target = await getTarget(ctx, targetId);
  try {
    await tryStore(ctx, { ...target, store: await openTarget(ctx, target) });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'TARGET_REJECTED') return error.message;
    if (error instanceof DecryptionError) return CREDENTIALS_LOST;
    throw error;
  }
}
