import { DASHBOARD } from './build-dashboard.ts';
import { buildOnce } from './build-once.ts';
import { REFERENCE } from './build-reference.ts';
import { workerFrom } from './build-worker.ts';

/** Builds what a deployment uploads. It needs no network. Returns the path of the Worker's main module. */
export async function buildAll(entry?: string): Promise<string> {
  const worker = workerFrom(entry);
  await Promise.all([REFERENCE, worker, DASHBOARD].map(buildOnce));
  return worker.main;
}
