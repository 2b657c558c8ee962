import type { BaseCtx } from '../../ctx.ts';
import { DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import type { WebhookRecord } from '../../adapters/d1/webhooks.ts';
import { sealingContext } from './secret.ts';

/** The secrets that sign now: the current one, and for a day after a rotation the previous one. @throws {DecryptionError} */
export async function openSecrets({ services }: BaseCtx, webhook: WebhookRecord): Promise<string[]> {
  const { vault } = services;
  if (vault === null) throw new DecryptionError('This installation has no credentials key');
  const { secret, previousSecret, previousSecretUntil } = webhook;
  const isPreviousUsed = previousSecretUntil !== null && Date.parse(previousSecretUntil) > services.now();
  const sealed = isPreviousUsed && previousSecret !== null ? [secret, previousSecret] : [secret];
  return Promise.all(sealed.map((each) => vault.open(each, sealingContext(webhook))));
}
