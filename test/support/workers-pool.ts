import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { BEHIND_PROXY } from './client-address.ts';

/** A consumer waits longer than a file of tests takes. The next file empties the storage, so the consumer finds no job. */
const UNTIL_THE_END = { maxBatchSize: 100, maxBatchTimeout: 60 };

/** The plugin that runs the files of `worker` in workerd. */
export const workersPool = async () =>
  cloudflareTest({
    // The sources, as Vite serves them; the configuration names what is built from them.
    main: './test/support/cheap-passwords-entry.ts',
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: {
        TEST_MIGRATIONS: await readD1Migrations('schema/tables/migrations'),
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
  });
