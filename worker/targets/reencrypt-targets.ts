import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';
import { SealedForGood } from '../storage/credential-vault.ts';
import { sealingContext } from './open-target.ts';
import { replaceCredentials, selectAllTargets } from './queries.ts';

export interface Reencryption {
  readonly reencrypted: number;
  /** Targets whose key this installation does not have any more. */
  readonly unreadable: string[];
}

/**
 * Seals all credentials under the current key, after which the older ones can be dropped. Safe to repeat:
 * what is sealed under the current key is left alone.
 *
 * @throws {ApiError} `NOT_IMPLEMENTED` where the installation has no key
 */
export async function reencryptTargets({ vault, database }: Services): Promise<Reencryption> {
  if (vault === null) {
    throw new ApiError('NOT_IMPLEMENTED', 'External storage needs the variable CREDENTIALS_KEY.');
  }
  let reencrypted = 0;
  const unreadable: string[] = [];
  for (const target of await selectAllTargets(database)) {
    if (vault.isCurrent(target.credentials)) continue;
    try {
      const context = sealingContext(target);
      const opened = await vault.open(target.credentials, context);
      await replaceCredentials(database, target, await vault.seal(opened, context));
      reencrypted += 1;
    } catch (error) {
      if (!(error instanceof SealedForGood)) throw error;
      unreadable.push(target.id);
    }
  }
  return { reencrypted, unreadable };
}
