import { existsSync, utimesSync } from 'node:fs';
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare';
import { prepareWranglerBrowser } from './local-browser.ts';
import { migrateLocalDatabase } from './local-database.ts';
import { localSecrets } from './local-secrets.ts';
import { miniflareOptions } from './miniflare-options.ts';
import { inProject } from '../project.ts';

/** Makes what `wrangler dev` needs and what git does not have: secrets, the tables of the database, a browser. */
export async function prepareWranglerDev(): Promise<void> {
  const hadSecrets = existsSync(inProject('.dev.vars'));
  localSecrets();
  await Promise.all([prepareWranglerBrowser(), migrateWranglerDatabase()]);
  // Wrangler has read `.dev.vars` before the build. It reads it again when its configuration changes.
  if (!hadSecrets) utimesSync(inProject('wrangler.toml'), new Date(), new Date());
}

/** In the folder that Wrangler uses without `--persist-to`. */
async function migrateWranglerDatabase(): Promise<void> {
  const { name, d1Databases } = await miniflareOptions({});
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      resourcePersistencePath: inProject('.wrangler/state/v3'),
      cf: false,
      telemetry: { enabled: false },
      workers: [{ name, d1Databases, modules: true, script: 'export default {}' } as V4WorkerOptions],
    }),
  );
  try {
    await migrateLocalDatabase(await miniflare.getD1Database('DB'));
  } finally {
    await miniflare.dispose();
  }
}
