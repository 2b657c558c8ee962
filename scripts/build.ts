/** Wrangler runs this before `dev` and `deploy`. */
import { buildAll } from './build/build-all.ts';
import { prepareWranglerDev } from './local/wrangler-dev.ts';

await Promise.all([buildAll(), process.env.WRANGLER_COMMAND === 'dev' ? prepareWranglerDev() : null]);
