import type { InstanceCtx } from '../../ctx.ts';
import { type CredentialVault, DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import type { Reencryption } from '../targets/reencrypt-targets.ts';
import { requireWebhookVault } from './create-webhook.ts';
import { replaceSecrets, selectAllWebhooks, type WebhookRecord } from '../../adapters/d1/webhooks.ts';
import { sealingContext } from '../../objects/webhook/secret.ts';

/** Can be repeated: skips secrets under the current key. @throws {ApiError} `NOT_IMPLEMENTED` */
export async function reencryptSecrets(ctx: InstanceCtx): Promise<Reencryption> {
  const { database } = ctx.services;
  const vault = requireWebhookVault(ctx);
  let reencrypted = 0;
  const unreadable: string[] = [];
  for (const webhook of await selectAllWebhooks(database)) {
    const { secret, previousSecret } = webhook;
    if (vault.isCurrent(secret) && (previousSecret === null || vault.isCurrent(previousSecret))) continue;
    try {
      await replaceSecrets(database, webhook, await resealed(vault, webhook));
      reencrypted += 1;
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      unreadable.push(webhook.id);
    }
  }
  return { reencrypted, unreadable };
}

async function resealed(vault: CredentialVault, webhook: WebhookRecord) {
  const { secret, previousSecret } = webhook;
  const context = sealingContext(webhook);
  const reseal = async (sealed: string) => vault.seal(await vault.open(sealed, context), context);
  return {
    secret: await reseal(secret),
    previousSecret: previousSecret === null ? null : await reseal(previousSecret),
  };
}
