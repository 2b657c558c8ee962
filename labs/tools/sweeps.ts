/** Runs the tests whose length is a choice, at full length: half an hour. */
import { installExtra } from '../../scripts/packages/install-extra.ts';
import { runCommand } from '../../scripts/packages/run-command.ts';

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
  'fuzz.long',
  'readiness.test',
  'chaos.long',
  'bulk-lane',
  'batch-crash',
  'batch-restart',
  'acceptance/deploy',
  'service/url.test',
];
const OTHER_TESTS = ['finishing.test', 'many-merges.test', 'service/url.test'];

const TIMEOUT_MS = 1_800_000;

const run = (tests: readonly string[], mode = ''): void =>
  runCommand(`vitest run ${mode} ${tests.join(' ')} --testTimeout ${TIMEOUT_MS}`, LENGTHS);

installExtra('test/print/readiness/libraries');
run(LONG_TESTS, '--mode long');
run(OTHER_TESTS);
