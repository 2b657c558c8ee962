import { env, runInDurableObject } from 'cloudflare:test';

/** For a test that starts the jobs of a workspace itself: otherwise the consumer of the queue may start them first. */
export const holdQueue = (workspaceId: string): Promise<void> =>
  runInDurableObject(env.LEDGER.getByName(workspaceId), (ledger) => {
    const JOBS = { sendBatch: () => Promise.resolve() };
    Object.assign(ledger, { env: { ...env, JOBS } });
  });
