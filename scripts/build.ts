/**
 * Makes what a deployment uploads: the Worker's modules, the dashboard's page and what the page of the API's
 * reference loads. Wrangler runs this before `dev` and `deploy` (`[build]` in wrangler.toml); the second time
 * it finds its work done. It needs no network.
 */
import { DASHBOARD } from './build-dashboard.ts';
import { buildOnce } from './build-once.ts';
import { REFERENCE } from './build-reference.ts';
import { WORKER } from './build-worker.ts';

for (const product of [REFERENCE, WORKER, DASHBOARD]) await buildOnce(product);
