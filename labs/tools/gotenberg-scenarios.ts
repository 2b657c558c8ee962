/** Runs scenarios of Gotenberg, which it reads from a folder, against the routes for its clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalWorkspace } from '../../scripts/local/local-workspace.ts';
import { startService } from '../../scripts/local/service.ts';
import { PAGE_HOST } from '../../test/support/world.ts';
import { type Outcome, runScenarios } from '../gotenberg/run-scenarios.ts';
import type { Target } from '../gotenberg/scenario-run.ts';

const USAGE = `Usage: npm run tool -- gotenberg-scenarios --features FOLDER [--only TEXT] [--url URL --key KEY]

  --features FOLDER  test/integration/features of Gotenberg's repository, beside its testdata
  --only TEXT        only scenarios with this text in their name, or in the name of their file
  --url URL          a service that runs. Without it, one is started
  --key KEY          an API key of this service, with all permissions`;

const { values } = parseArgs({
  options: {
    features: { type: 'string' },
    only: { type: 'string', default: '' },
    url: { type: 'string' },
    key: { type: 'string', default: '' },
  },
});

if (values.features === undefined) {
  console.error(USAGE);
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), 'platen-gotenberg-'));
const { target, stop } =
  values.url === undefined
    ? await startOwn()
    : { target: toRunning(values.url, values.key), stop: async () => {} };
try {
  const outcomes = await runScenarios(target, {
    features: resolve(values.features),
    workFolder: join(folder, 'scenarios'),
    only: values.only,
    report: ({ scenario: { feature, name }, result, reason }) => {
      if (result === 'failed') console.log(`failed: ${feature}: ${name}\n    ${reason.slice(0, 500)}`);
    },
  });
  print(outcomes);
} finally {
  await stop();
  await rm(folder, { recursive: true, force: true });
}

function toRunning(url: string, key: string): Target {
  return { url, key, pageHost: new URL(url).hostname, log: null };
}

async function startOwn(): Promise<{ readonly target: Target; readonly stop: () => Promise<void> }> {
  const lines: string[] = [];
  const service = await startService({
    stateDir: join(folder, 'state'),
    port: 0,
    egress: 'test/support/world.ts',
    onLog: (line) => lines.push(line),
    onError: (line) => console.error(line),
  });
  const { key } = await createLocalWorkspace(service, 'Scenarios');
  return {
    target: { url: service.url, key, pageHost: PAGE_HOST, log: () => lines },
    stop: () => service.stop(),
  };
}

function print(outcomes: readonly Outcome[]): void {
  const features = [...new Set(outcomes.map(({ scenario }) => scenario.feature))];
  const count = (result: Outcome['result'], feature?: string): number =>
    outcomes.filter(
      (one) => one.result === result && (feature ?? one.scenario.feature) === one.scenario.feature,
    ).length;
  console.log('\n| Feature | Passed | Not applicable | Failed |\n| --- | ---: | ---: | ---: |');
  for (const feature of features)
    console.log(
      `| ${feature} | ${count('passed', feature)} | ${count('not applicable', feature)} | ${count('failed', feature)} |`,
    );
  const passed = count('passed');
  const applicable = passed + count('failed');
  console.log(`\n${passed} of ${applicable} scenarios hold (${((100 * passed) / applicable).toFixed(1)} %)`);
}
