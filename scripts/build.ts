/**
 * Wrangler runs this before `dev` and `deploy`. With `--server` it also makes what a server without Wrangler needs
 * (server/Dockerfile).
 */
import { buildAll } from './build/build-all.ts';
import { explainMissingDocker } from './installation/missing-docker.ts';
import { translateConfiguration } from './local/miniflare-options.ts';
import { prepareWranglerDev } from './local/wrangler-dev.ts';

const { WRANGLER_COMMAND: command } = process.env;
const problem = command === 'deploy' ? explainMissingDocker() : null;
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
await Promise.all([
  buildAll(),
  command === 'dev' ? prepareWranglerDev() : null,
  process.argv.includes('--server') ? translateConfiguration() : null,
]);
