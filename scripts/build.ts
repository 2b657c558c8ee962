/**
 * Builds everything that a deployment uploads: the Worker's modules, the dashboard and the viewer of the API
 * reference. Wrangler runs this before `dev` and `deploy` (`[build]` in wrangler.toml). Unchanged parts are not built
 * again. It needs no network.
 */
import { DASHBOARD } from './build-dashboard.ts';
import { buildOnce } from './build-once.ts';
import { REFERENCE } from './build-reference.ts';
import { WORKER } from './build-worker.ts';

for (const product of [REFERENCE, WORKER, DASHBOARD]) await buildOnce(product);
