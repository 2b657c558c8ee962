import { type CredentialVault, DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import type { WebhookRecord } from '../../adapters/d1/webhooks.ts';
import { sealingContext } from './secret.ts';

/** The secrets that sign now: the current one, and for a day after a rotation the previous one. @throws {DecryptionError} */
export async function openSecrets(
  vault: CredentialVault | null,
  webhook: WebhookRecord,
  now: number,
): Promise<string[]> {
  if (vault === null) throw new DecryptionError('This installation has no credentials key');
  const { secret, previousSecret, previousSecretUntil } = webhook;
  const isPreviousUsed = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now;
  const sealed = isPreviousUsed && previousSecret !== null ? [secret, previousSecret] : [secret];
  return Promise.all(sealed.map((each) => vault.open(each, sealingContext(webhook))));
}
