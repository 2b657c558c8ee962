import { z } from 'zod';
import type { BaseCtx } from '../../ctx.ts';
import { type CredentialVault, DecryptionError } from '../../adapters/secrets/credential-vault.ts';
import type { ExternalStore, StoreSettings } from '../../adapters/stores/external-store.ts';
import { openExternalStore } from '../../adapters/stores/open-external-store.ts';
import type { TargetRecord } from '../../adapters/d1/targets.ts';

const s3Credentials = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
const supabaseCredentials = z.object({ serviceKey: z.string() });

export const CREDENTIALS_LOST = 'The credentials cannot be decrypted. Create the target again.';

export type Credentials = z.infer<typeof s3Credentials> | z.infer<typeof supabaseCredentials>;

/** Binds the credentials to their target and its address. */
export const sealingContext = ({
  workspaceId,
  id,
  endpoint,
}: Pick<TargetRecord, 'workspaceId' | 'id' | 'endpoint'>): string => [workspaceId, id, endpoint].join('\n');

/** @throws {DecryptionError} */
export async function openTarget({ services }: BaseCtx, target: TargetRecord): Promise<ExternalStore> {
  if (services.vault === null) throw new DecryptionError('This installation has no credentials key');
  return openExternalStore(await openSettings(services.vault, target), services.outbound);
}

async function openSettings(vault: CredentialVault, target: TargetRecord): Promise<StoreSettings> {
  const { provider, endpoint, region, bucket } = target;
  const opened: unknown = JSON.parse(await vault.open(target.credentials, sealingContext(target)));
  return provider === 's3'
    ? { provider, endpoint, region: region ?? 'auto', bucket, ...s3Credentials.parse(opened) }
    : { provider, endpoint, bucket, ...supabaseCredentials.parse(opened) };
}
