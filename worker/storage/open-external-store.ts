import type { ExternalStore, StoreSettings } from './external-store.ts';
import type { OutboundFetch } from './outbound-guard.ts';

/** A store's client. Loaded on first use: most workspaces have none, and an isolate starts faster without. */
export async function openExternalStore(
  settings: StoreSettings,
  outbound: OutboundFetch,
): Promise<ExternalStore> {
  if (settings.provider === 's3') {
    const { S3Store } = await import('./s3.ts');
    return new S3Store(settings, outbound);
  }
  const { SupabaseStore } = await import('./supabase.ts');
  return new SupabaseStore(settings, outbound);
}
