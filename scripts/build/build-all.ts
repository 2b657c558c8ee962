import { DASHBOARD } from './build-dashboard.ts';
import { GUIDE } from './build-guide.ts';
import { buildOnce } from './build-once.ts';
import { REFERENCE } from './build-reference.ts';
import { workerFrom } from './build-worker.ts';

/** Builds what a deployment uploads. It needs no network. */
export async function buildAll(): Promise<void> {
  await Promise.all([buildWorkerOnce(), buildPages()]);
}

/**
 * Returns the path of the Worker's main module.
 * @param entry its source. The default is the product
 */
export async function buildWorkerOnce(entry?: string): Promise<string> {
  const worker = workerFrom(entry);
  await buildOnce(worker);
  return worker.main;
}

/** The main module that an earlier build made. */
export const builtWorker = (): string => workerFrom().main;

/** Builds the files of `public/` that are not in Git. */
export async function buildPages(): Promise<void> {
  await Promise.all([REFERENCE, GUIDE, DASHBOARD].map(buildOnce));
}
