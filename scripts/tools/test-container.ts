/** Runs the acceptance tests again with the container: alone, for what is large, and as a fallback. */
import { runCommand } from '../packages/run-command.ts';

for (const ACCEPTANCE of ['container', 'bulk', 'fallback']) {
  runCommand('vitest run --project acceptance', { ACCEPTANCE });
}
