/** Prints each document of test/print/readiness 20 times, also with the container's browser flags. */
import { installExtra } from '../../scripts/packages/install-extra.ts';
import { runCommand } from '../../scripts/packages/run-command.ts';

const TESTS = 'vitest run --mode long --project print test/print/readiness';

installExtra('test/print/readiness/libraries');
runCommand(TESTS, { READINESS_RUNS: '20' });
runCommand(TESTS, { READINESS_RUNS: '20', READINESS_BROWSER: 'container' });
