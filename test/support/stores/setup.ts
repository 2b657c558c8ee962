import type { TestProject } from 'vitest/node';
import { startS3Server, type S3Server } from './s3-server.ts';
import { startSupabaseServer, type SupabaseServer } from './supabase-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    s3: Omit<S3Server, 'stop'>;
    supabase: Omit<SupabaseServer, 'stop'>;
  }
}

/** Starts the external stores once, for all tests that copy files. */
export default async function startStoresForTests(project: TestProject): Promise<() => Promise<void>> {
  const [{ stop: stopS3, ...s3 }, { stop: stopSupabase, ...supabase }] = await Promise.all([
    startS3Server(),
    startSupabaseServer(),
  ]);
  project.provide('s3', s3);
  project.provide('supabase', supabase);
  return async () => {
    await Promise.all([stopS3(), stopSupabase()]);
  };
}
