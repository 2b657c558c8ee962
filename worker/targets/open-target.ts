import { z } from 'zod';
import type { Services } from '../services.ts';
import { openExternalStore } from '../storage/open-external-store.ts';
import type { ExternalStore, StoreSettings } from '../storage/external-store.ts';
import { type CredentialVault, SealedForGood } from '../storage/credential-vault.ts';
import type { TargetRecord } from './queries.ts';

/** What is sealed: the credentials of a target, as JSON. */
const s3Credentials = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });
const supabaseCredentials = z.object({ serviceKey: z.string() });

export type Credentials = z.infer<typeof s3Credentials> | z.infer<typeof supabaseCredentials>;

/** Credentials open for the target that they were saved for, and at no other address. */
export const sealingContext = ({
  workspaceId,
  id,
  endpoint,
}: Pick<TargetRecord, 'workspaceId' | 'id' | 'endpoint'>): string => [workspaceId, id, endpoint].join('\n');

/**
 * The store behind a saved target.
 *
 * @throws {SealedForGood} its credentials cannot be opened any more
 */
export async function openTarget(services: Services, target: TargetRecord): Promise<ExternalStore> {
  if (services.vault === null) throw new SealedForGood('This installation has no credentials key');
  return openExternalStore(await settingsOf(services.vault, target), services.outbound);
}

async function settingsOf(vault: CredentialVault, target: TargetRecord): Promise<StoreSettings> {
  const { provider, endpoint, region, bucket } = target;
  const opened: unknown = JSON.parse(await vault.open(target.credentials, sealingContext(target)));
  return provider === 's3'
    ? { provider, endpoint, region: region ?? 'auto', bucket, ...s3Credentials.parse(opened) }
    : { provider, endpoint, bucket, ...supabaseCredentials.parse(opened) };
}
