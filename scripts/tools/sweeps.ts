/** Runs the tests whose length is a choice, at full length: half an hour. */
import { installExtra } from '../packages/install-extra.ts';
import { runCommand } from '../packages/run-command.ts';

/** `npm test` and `npm run test:long` have less of each. */
const LENGTHS = {
  FUZZ_TEMPLATES: '20000',
  FUZZ_DOCUMENTS: '500',
  READINESS_RUNS: '20',
  CHAOS_REQUESTS: '1000',
  CHAOS_SECONDS: '120',
  LARGEST_PLAN: '1',
  BATCH_ROWS: '10000',
  DEPLOYMENTS: '3',
  FINISHED_DOCUMENTS: '100',
  MERGES: '200',
  ALL_ADDRESSES: '1',
  ALL_PLANS: '1',
};

const LONG_TESTS = [
  'fuzz.test',
  'readiness.test',
  'chaos.test',
  'bulk-lane',
  'batch-crash',
  'batch-restart',
  'acceptance/deploy',
  'service/url.test',
];
const OTHER_TESTS = ['chaos.test', 'finishing.test', 'many-merges.test', 'service/url.test'];

const TIMEOUT_MS = 1_800_000;

const run = (projects: string, tests: readonly string[]): void =>
  runCommand(`vitest run --project "${projects}" ${tests.join(' ')} --testTimeout ${TIMEOUT_MS}`, LENGTHS);

installExtra('test/print/readiness/libraries');
run('*-long', LONG_TESTS);
run('!*-long', OTHER_TESTS);
