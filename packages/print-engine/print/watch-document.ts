import { remainingMs } from '../print-limits.ts';
import { looksFor } from './faults.ts';
import type { PrintRun } from './print-run.ts';

/** Starts the watches of a job. It ends before the document loads, because Chromium does not apply all of these commands in order. */
export async function watchDocument({ page, job, limits, recorder }: PrintRun): Promise<void> {
  const timeoutMs = remainingMs(limits);
  const isNetworkWatched = job.waitFor?.networkIdleMs !== undefined;
  await Promise.all([
    looksFor(job, 'resources') && recorder.watchResources(),
    looksFor(job, 'scripts') && recorder.watchErrors(),
    isNetworkWatched && page.watchNetwork(timeoutMs),
  ]);
}
