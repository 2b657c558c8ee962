import type { InstanceCtx } from '../../ctx.ts';
import { DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import { sealingContext } from './open-target.ts';
import { replaceCredentials, selectAllTargets } from '../../adapters/d1/targets.ts';
import { requireVault } from './require-vault.ts';

export interface Reencryption {
  readonly reencrypted: number;
  /** Ids of targets that no key of this installation opens. */
  readonly unreadable: string[];
}

/** Can be repeated: skips credentials under the current key. @throws {ApiError} `NOT_IMPLEMENTED` */
export async function reencryptTargets(ctx: InstanceCtx): Promise<Reencryption> {
  const { database } = ctx.services;
  const vault = requireVault(ctx);
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
      if (!(error instanceof DecryptionError)) throw error;
      unreadable.push(target.id);
    }
  }
  return { reencrypted, unreadable };
}
