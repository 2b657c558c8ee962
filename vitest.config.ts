import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { prepareLocalBrowser } from './scripts/local/local-browser.ts';
import { inProject } from './scripts/project.ts';
import { BEHIND_PROXY } from './test/support/client-address.ts';
import FileOrder from './test/support/file-order.ts';

const migrations = await readD1Migrations('schema/tables/migrations');

// Before Miniflare looks for a Chrome: without this it would try to download one.
Object.assign(process.env, (await prepareLocalBrowser()).env);

// Otherwise Wrangler says for each file of `worker` which secrets it has read.
process.env.WRANGLER_LOG ??= 'warn';
// Otherwise it asks a server for each file's `request.cf`, and warns if there is no network.
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false';

// Tests start Node some hundred times. It then takes compiled code from here: Wrangler starts in two thirds of the time.
process.env.NODE_COMPILE_CACHE ??= inProject('dist/compile-cache');

// The tests of `worker` get megabytes of modules for each isolate through a WebSocket. Without its offer, nothing is compressed.
subscribe('http.client.request.created', (message) => {
  const isRequest = message instanceof Object && 'request' in message;
  if (isRequest && message.request instanceof ClientRequest) {
    message.request.removeHeader('Sec-WebSocket-Extensions');
  }
});

/** They end a test that would wait forever. No test depends on their length. */
const WATCHDOGS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** A consumer waits longer than a file of tests takes. The next file empties the storage, so the consumer finds no job. */
const UNTIL_THE_END = { maxBatchSize: 100, maxBatchTimeout: 60 };

/** Most files wait for other processes, so it takes five to keep two processors busy. */
const SIDE_BY_SIDE = { ...WATCHDOGS, maxWorkers: 5, sequence: { groupOrder: 1 } };

/** Long files of all projects. */
const LONG_RUN = { ...WATCHDOGS, maxWorkers: 3, sequence: { groupOrder: 2 } };

/** Files of `unit` that have a process of their own: their figures depend on what other code has left there. */
const IN_OWN_PROCESS = [
  'test/hostile/composing/*.test.ts',
  'test/unit/compose/{fuzz,hostile,markdown}.test.ts',
  'test/unit/worker/lib/memory/*.test.ts',
];

/** They use all processors for minutes, so they run one after another at the end. */
const ALONE = { ...WATCHDOGS, maxWorkers: 1, sequence: { groupOrder: 3 } };

/** Attacks that need neither the machine nor the service for themselves. */
const CALM_ATTACKS = [
  'test/hostile/requests/**/*.test.ts',
  'test/hostile/service/{bands,forms,long-texts,paged,pictures,private-network,sheets,storage-trials,url,watermark}.test.ts',
];

/** They fill the memory of the service, or its pages, so one at a time attacks it. */
const HARD_ATTACKS = ['test/hostile/service/{chaos,memory,shares}.test.ts'];

/**
 * Files with this name have the rest of a family: its matrix, its sweep, or the wait for a real limit of time. They are a
 * project of their own, which CI runs too. The files without it have each rule and each kind of attack once.
 */
const LONG = '.long.test.ts';

/**
 * A project, and the one of its long files.
 * @param thorough files of which it runs what `test/support/thorough.ts` leaves out of `npm test`
 * @param group of the project of the long files
 */
const withLong = (
  project: TestProjectInlineConfiguration & { test: { name: string; include: string[]; exclude?: string[] } },
  thorough: readonly string[] = [],
  { maxWorkers, sequence } = LONG_RUN,
): TestProjectInlineConfiguration[] => {
  const { name, include, exclude = configDefaults.exclude } = project.test;
  const long = (patterns: readonly string[]) => patterns.map((pattern) => pattern.replace('.test.ts', LONG));
  return [
    {
      ...project,
      test: { ...project.test, exclude: [...exclude, `**/*${LONG}`], provide: { thorough: false } },
    },
    {
      ...project,
      test: {
        ...project.test,
        setupFiles: [...[project.test.setupFiles ?? []].flat(), './test/support/only-long.ts'],
        maxWorkers,
        sequence,
        name: `${name}-long`,
        include: [...long(include), ...thorough],
        exclude: long(exclude),
        provide: { thorough: true },
      },
    },
  ];
};

/** They send many requests of the same kind, wait long, restart the service, or start Wrangler. */
const MANY_REQUESTS = [
  'test/acceptance/{common-refusals,external-copies,fuzz,job-crash,limits,secrets}.test.ts',
];

/**
 * The files of a project share processes, except the long ones. A process and what each file loads take half a second of CPU.
 * A file that leaves something to the next one fails.
 */
const sharing = ([project, ...long]: TestProjectInlineConfiguration[]): TestProjectInlineConfiguration[] => [
  {
    ...project,
    test: { ...project?.test, isolate: false, setupFiles: ['./test/support/leave-nothing.ts'] },
  },
  ...long,
];

/** They print many documents of the same kind. */
const MANY_PRINTS = [
  'test/print/{bands,gallery,long-messages,names,paper,starters}.test.ts',
  'test/print/readiness/*.test.ts',
];

/** Attacks on a service that prints with this renderer. */
const hostileTo = (renderer: 'browser-run' | 'container') => ({
  setupFiles: ['./test/hostile/support/one-at-a-time.ts'],
  globalSetup: [`./test/hostile/support/on-${renderer}.ts`],
});

export default defineConfig({
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
      ...sharing(
        withLong(
          {
            test: {
              name: 'unit',
              include: [
                'test/unit/**/*.test.ts',
                'test/hostile/brokers/**/*.test.ts',
                'packages/cli/test/**/*.test.ts',
                'packages/e-invoice/test/**/*.test.ts',
                'packages/handlebars/test/**/*.test.ts',
                'packages/pdf/test/**/*.test.ts',
                'packages/print-engine/test/**/*.test.ts',
                'packages/react/test/**/*.test.ts',
              ],
              exclude: [...configDefaults.exclude, ...IN_OWN_PROCESS],
              ...SIDE_BY_SIDE,
            },
          },
          ['test/unit/compose/hostile-workerd.test.ts'],
        ),
      ),
      ...withLong({ test: { name: 'unit-apart', include: IN_OWN_PROCESS, ...SIDE_BY_SIDE } }, [
        'test/unit/compose/fuzz.test.ts',
      ]),
      {
        // A dependency has source maps without sources.
        logLevel: 'error',
        plugins: [
          cloudflareTest({
            // The sources, as Vite serves them; the configuration names what is built from them.
            main: './test/support/cheap-passwords-entry.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: migrations,
                OPERATOR_TOKEN: 'operator-token-of-the-worker-tests',
                SIGNING_SECRET: 'signing-secret-of-the-worker-tests-32',
                CREDENTIALS_KEY: `tests:${Buffer.alloc(32, 7).toString('base64')}`,
                LOCAL_DEVELOPMENT: 'true',
                ...BEHIND_PROXY,
                // `.dev.vars` has a token, but no container runs beside these tests.
                RENDERER: 'browser-run-only',
              },
              // Tests start jobs themselves. Miniflare does not stop a Chromium that is just starting, and Vitest would wait for it.
              queueConsumers: { 'platen-jobs': UNTIL_THE_END, 'platen-batches': UNTIL_THE_END },
            },
          }),
        ],
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts'],
          // A second run would send each file its cached modules in one message. workerd takes none over 32 MiB.
          fsModuleCache: false,
          isolate: false,
          setupFiles: ['./test/worker/support/own-state.ts'],
          globalSetup: ['./test/support/stores/setup.ts'],
          ...SIDE_BY_SIDE,
        },
      },
      ...sharing(
        withLong(
          {
            test: {
              name: 'print',
              include: ['test/print/**/*.test.ts'],
              ...SIDE_BY_SIDE,
            },
          },
          MANY_PRINTS,
        ),
      ),
      ...sharing(
        withLong(
          {
            test: {
              name: 'container',
              include: ['test/container/**/*.test.ts'],
              ...SIDE_BY_SIDE,
            },
          },
          ['test/container/network-isolation.test.ts'],
        ),
      ),
      ...sharing(
        withLong(
          {
            test: {
              name: 'acceptance',
              include: ['test/acceptance/**/*.test.ts', ...CALM_ATTACKS],
              globalSetup: ['./test/support/service-setup.ts', './test/support/stores/setup.ts'],
              ...SIDE_BY_SIDE,
            },
          },
          MANY_REQUESTS,
        ),
      ),
      ...withLong(
        {
          test: {
            name: 'hostile-browser-run',
            include: HARD_ATTACKS,
            ...hostileTo('browser-run'),
            ...SIDE_BY_SIDE,
          },
        },
        [],
        ALONE,
      ),
      {
        test: {
          name: 'hostile-container-long',
          include: ['test/hostile/service/**/*.test.ts'],
          // What a store answers does not pass through a renderer.
          exclude: ['test/hostile/service/storage-trials.test.ts'],
          ...hostileTo('container'),
          ...ALONE,
        },
      },
      ...withLong(
        {
          test: {
            name: 'browser',
            include: ['test/browser/**/*.test.ts'],
            // One Chromium, its tabs and one sign-in of the operator for all files of a worker.
            isolate: false,
            globalSetup: ['./test/browser/support/service-setup.ts', './test/support/stores/setup.ts'],
            ...SIDE_BY_SIDE,
            // Each look at a page costs several milliseconds of two processes.
            expect: { poll: { ...WATCHDOGS.expect.poll, interval: 100 } },
          },
        },
        ['test/browser/**/*.test.ts'],
      ),
    ],
  },
});
