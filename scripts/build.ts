/** Wrangler runs this before `dev` and `deploy`. */
import { buildAll } from './build/build-all.ts';
import { explainMissingDocker } from './installation/missing-docker.ts';
import { prepareWranglerDev } from './local/wrangler-dev.ts';

const { WRANGLER_COMMAND: command } = process.env;
const problem = command === 'deploy' ? explainMissingDocker() : null;
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
await Promise.all([buildAll(), command === 'dev' ? prepareWranglerDev() : null]);
