import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { prepareLocalBrowser } from './scripts/local-browser.ts';

const migrations = await readD1Migrations('schema/tables/migrations');

// Before Miniflare looks for a Chrome: without this it would try to download one.
Object.assign(process.env, (await prepareLocalBrowser()).env);

/** Attacks on a service that prints with this renderer. */
const hostileTo = (renderer: 'browser-run' | 'container') => ({
  test: {
    name: `hostile-${renderer}`,
    include: ['test/hostile/service/**/*.test.ts'],
    globalSetup: [`./test/hostile/support/on-${renderer}.ts`],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});

export default defineConfig({
  test: {
    // The Worker logs a line for each request: only a failure makes them worth reading.
    silent: 'passed-only',
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'test/unit/**/*.test.ts',
            'test/hostile/composing/**/*.test.ts',
            'compose/handlebars/test/**/*.test.ts',
            'renderer/engine/test/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [
          cloudflareTest({
            // The sources, as Vite serves them; the configuration names what is built from them.
            main: './worker/index.ts',
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                TEST_MIGRATIONS: migrations,
                OPERATOR_TOKEN: 'operator-token-of-the-worker-tests',
                SIGNING_SECRET: 'signing-secret-of-the-worker-tests-32',
                CREDENTIALS_KEY: `tests:${Buffer.alloc(32, 7).toString('base64')}`,
                LOCAL_DEVELOPMENT: 'true',
                // `.dev.vars` has a token, but no container runs beside these tests.
                RENDERER: 'browser-run-only',
              },
            },
          }),
        ],
        test: {
          name: 'worker',
          include: ['test/worker/**/*.test.ts'],
          // A second run would send each file its cached modules in one message. workerd takes none over 32 MiB.
          fsModuleCache: false,
          // Passwords are hashed as slowly as in the product.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          globalSetup: ['./test/support/stores/setup.ts'],
        },
      },
      {
        test: {
          name: 'print',
          include: ['test/print/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'container',
          include: ['test/container/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: ['./test/support/service-setup.ts', './test/support/stores/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      hostileTo('browser-run'),
      hostileTo('container'),
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['./test/browser/support/service-setup.ts', './test/support/stores/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A file mostly waits: for the service, for animations, for the accessibility checks.
          maxWorkers: 2,
        },
      },
    ],
  },
});
