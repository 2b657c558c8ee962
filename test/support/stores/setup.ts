import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import type { StoresReady } from './stores-process.ts';

/**
 * Starts the external stores once for all tests of a project. They have a process of their own, because the process of Vitest
 * can be busy for longer than the Worker waits for a store.
 */
export default async function startStoresForTests(project: TestProject): Promise<() => Promise<void>> {
  const stores = fork(join(import.meta.dirname, 'stores-process.ts'), { execArgv: [] });
  const ended = once(stores, 'exit');
  const [message] = await Promise.race([
    once(stores, 'message'),
    ended.then(([code]) => {
      throw new Error(`The external stores ended with code ${code}`);
    }),
  ]);
  const { s3, supabase } = message as StoresReady;
  project.provide('s3', s3);
  project.provide('supabase', supabase);
  return async () => {
    stores.disconnect();
    await ended;
  };
}
