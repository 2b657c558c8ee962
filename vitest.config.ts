import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { prepareEnvironment } from './test/support/environment.ts';
import FileOrder from './test/support/file-order.ts';
import type { Extent } from './test/support/thorough.ts';
import { workersPool } from './test/support/workers-pool.ts';

await prepareEnvironment();

const workers = await workersPool();

/** They end a test that would wait forever. No test depends on their length. */
const WATCHDOGS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** They keep a processor busy, also if they wait for a Chromium of their own: three at a time are enough for two processors. */
const COMPUTING = { ...WATCHDOGS, maxWorkers: 3, sequence: { groupOrder: 1 } };

/** They wait for other processes most of the time. */
const WAITING = { ...WATCHDOGS, maxWorkers: 5, sequence: { groupOrder: 2 } };

/** They use all processors for minutes, so they run one after another at the end. */
const ALONE = { ...WATCHDOGS, maxWorkers: 1, sequence: { groupOrder: 3 } };

/**
 * The files of a project share processes: a process and what each file loads take half a second of CPU. A file that leaves
 * something to the next one fails.
 */
const SHARING = { isolate: false, setupFiles: ['./test/support/leave-nothing.ts'] };

/** Files that have a process of their own: what other code has left there changes their figures, or the snapshots of `command-line`. */
const IN_OWN_PROCESS = [
  'packages/markup/test/linear.test.ts',
  'test/print/command-line.test.ts',
  'test/hostile/composing/*.test.ts',
  'test/unit/compose/{fuzz.long,hostile,markdown}.test.ts',
  'test/unit/worker/lib/memory/*.test.ts',
];

/** Its documents take seconds of the time of a plan. */
const SLOW_PRINTS = 'test/hostile/service/paged.test.ts';

const CALM_PRINTS =
  'test/hostile/service/{bands,forms,long-texts,long-texts.long,pictures,private-network,sheets,url,watermark}.test.ts';

/** Attacks that need neither the machine nor the service for themselves. */
const CALM_ATTACKS = [
  'test/hostile/requests/**/*.test.ts',
  'test/hostile/service/storage-trials.test.ts',
  CALM_PRINTS,
  SLOW_PRINTS,
];

/** They fill the memory of the service, or its pages, so one at a time attacks it. */
const HARD_ATTACKS = [
  'test/hostile/service/{chaos.long,memory,memory.long,shares,shares.long,turns}.test.ts',
];

/** Attacks on a service that prints with this renderer. */
const hostileTo = (renderer: 'browser-run' | 'container') => ({
  setupFiles: ['./test/hostile/support/one-at-a-time.ts'],
  globalSetup: [`./test/hostile/support/on-${renderer}.ts`],
});

/** `npm test` has no mode, `npm run test:long` the mode `long`, and `.ci/run` the mode `all`. */
const extentOf = (mode: string): Extent => (mode === 'long' || mode === 'all' ? mode : 'short');

const isLong = (file: string): boolean =>
  file.endsWith('.long.test.ts') || /\bLONG\b|\bvariation\(/.test(readFileSync(file, 'utf8'));

/** Files whose tests do not run: all tests of a file, or none of them, may be long. */
function filesLeftOut(extent: Extent): string[] {
  if (extent === 'short') return ['**/*.long.test.ts'];
  if (extent === 'all') return [];
  const files = globSync('{test,cli,packages,labs}/**/*.test.ts', { exclude: ['**/node_modules/**'] });
  return files.filter((file) => !isLong(file));
}

export default defineConfig(({ mode }) => {
  const extent = extentOf(mode);
  const leftOut = filesLeftOut(extent);

  const project = (
    { exclude = [], setupFiles = [], ...test }: TestProjectInlineConfiguration['test'] & { name: string },
    configuration: TestProjectInlineConfiguration = {},
  ): TestProjectInlineConfiguration => ({
    ...configuration,
    test: {
      ...test,
      exclude: [...configDefaults.exclude, ...exclude, ...leftOut],
      setupFiles: [...[setupFiles].flat(), ...(extent === 'long' ? ['./test/support/only-long.ts'] : [])],
      provide: { extent },
    },
  });

  return {
    test: {
      // The Worker logs a line for each request: only a failure makes them worth reading.
      silent: 'passed-only',
      sequence: { sequencer: FileOrder },
      tags: [
        { name: 'long', description: 'What `npm run test:long` runs of a file that `npm test` runs too.' },
      ],
      reporters: [
        process.stdout.isTTY ? 'default' : 'minimal',
        './test/support/runtime-messages.ts',
        './test/support/closing-line.ts',
      ],
      projects: [
        project({
          name: 'unit',
          include: [
            'test/unit/**/*.test.ts',
            'test/hostile/brokers/**/*.test.ts',
            'cli/test/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'packages/*/features/*/test/*.test.ts',
            'labs/**/*.test.ts',
          ],
          exclude: IN_OWN_PROCESS,
          ...SHARING,
          ...COMPUTING,
        }),
        project({ name: 'unit-apart', include: IN_OWN_PROCESS, ...COMPUTING }),
        project({
          name: 'print',
          include: ['test/print/**/*.test.ts'],
          exclude: IN_OWN_PROCESS,
          ...SHARING,
          ...COMPUTING,
        }),
        project(
          {
            name: 'worker',
            include: ['test/worker/**/*.test.ts'],
            // A second run would send each file its cached modules in one message. workerd takes none over 32 MiB.
            fsModuleCache: false,
            isolate: false,
            setupFiles: ['./test/worker/support/own-state.ts'],
            globalSetup: ['./test/support/stores/setup.ts'],
            ...COMPUTING,
          },
          // A dependency has source maps without sources.
          { logLevel: 'error', plugins: [workers] },
        ),
        project({ name: 'container', include: ['test/container/**/*.test.ts'], ...SHARING, ...WAITING }),
        project({
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts', ...CALM_ATTACKS],
          globalSetup: ['./test/support/service-setup.ts', './test/support/stores/setup.ts'],
          ...SHARING,
          ...WAITING,
        }),
        project({
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // One Chromium, its tabs and one sign-in of the operator for all files of a worker.
          isolate: false,
          globalSetup: ['./test/browser/support/service-setup.ts', './test/support/stores/setup.ts'],
          ...COMPUTING,
          // Each look at a page costs several milliseconds of two processes.
          expect: { poll: { ...WATCHDOGS.expect.poll, interval: 100 } },
        }),
        project({
          name: 'hostile-browser-run',
          include: HARD_ATTACKS,
          ...hostileTo('browser-run'),
          ...(extent === 'short' ? WAITING : ALONE),
        }),
        // `npm test` attacks the service with one renderer.
        ...(extent === 'short'
          ? []
          : [
              {
                test: {
                  name: 'hostile-container-calm',
                  include: [CALM_PRINTS],
                  provide: { extent: 'all' as const },
                  globalSetup: ['./test/hostile/support/on-container.ts'],
                  ...SHARING,
                  ...WAITING,
                },
              },
              {
                test: {
                  name: 'hostile-container',
                  include: [...HARD_ATTACKS, SLOW_PRINTS],
                  provide: { extent: 'all' as const },
                  ...hostileTo('container'),
                  ...ALONE,
                },
              },
            ]),
      ],
    },
  };
});
