/** Builds what a deployment uploads. Wrangler runs it before `dev` and `deploy`. It needs no network. */
import { DASHBOARD } from './build-dashboard.ts';
import { buildOnce } from './build-once.ts';
import { REFERENCE } from './build-reference.ts';
import { WORKER } from './build-worker.ts';

for (const product of [REFERENCE, WORKER, DASHBOARD]) await buildOnce(product);
