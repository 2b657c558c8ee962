import type { TestProject } from 'vitest/node';
import { startS3Server } from './s3-server.ts';
import { startSupabaseServer } from './supabase-server.ts';

/** Starts the external stores once for all tests. */
export default async function startStoresForTests(project: TestProject): Promise<() => Promise<void>> {
  const [s3, supabase] = await Promise.all([startS3Server(), startSupabaseServer()]);
  project.provide('s3', s3.access);
  project.provide('supabase', supabase.access);
  return async () => {
    await Promise.all([s3.stop(), supabase.stop()]);
  };
}
