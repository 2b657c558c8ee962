/** Records the requests of Wrangler in a deployment again, after a new version of it. */
import { runCommand } from '../packages/run-command.ts';

runCommand('vitest run --mode long --project acceptance test/acceptance/deploy.long.test.ts --update');
