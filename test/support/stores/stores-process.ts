/** The process of the external stores. `setup.ts` starts it. */
import type { S3Access, SupabaseAccess } from './access.ts';
import { startS3Server } from './s3-server.ts';
import { startSupabaseServer } from './supabase-server.ts';

/** The stores send it when they are ready. */
export interface StoresReady {
  readonly s3: S3Access;
  readonly supabase: SupabaseAccess;
}

const [s3, supabase] = await Promise.all([startS3Server(), startSupabaseServer()]);
// The tests have ended, or the process of Vitest has.
process.once('disconnect', () => {
  void Promise.all([s3.stop(), supabase.stop()]).finally(() => process.exit());
});
process.send?.({ s3: s3.access, supabase: supabase.access } satisfies StoresReady);
