import { DASHBOARD } from './build-dashboard.ts';
import { buildOnce } from './build-once.ts';
import { REFERENCE } from './build-reference.ts';
import { workerFrom } from './build-worker.ts';

interface BuildOptions {
  /** The source of the main module. The default is the product. */
  readonly entry?: string;
  /** Without the dashboard and the page at `/docs`, where no one opens them. */
  readonly apiOnly?: boolean;
}

/** Builds what a deployment uploads. It needs no network. Returns the path of the Worker's main module. */
export async function buildAll({ entry, apiOnly = false }: BuildOptions = {}): Promise<string> {
  const worker = workerFrom(entry);
  await Promise.all([worker, ...(apiOnly ? [] : [REFERENCE, DASHBOARD])].map(buildOnce));
  return worker.main;
}
