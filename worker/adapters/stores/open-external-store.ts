import type { ExternalStore, StoreSettings } from './external-store.ts';
import type { OutboundFetch } from './outbound-guard.ts';

/** Imports the client on first use: most workspaces need none, and an isolate starts faster without it. */
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
