import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { buildOnce, type Product } from '../build/build-once.ts';
import { inProject } from '../project.ts';
import { DEV_VARS } from './local-secrets.ts';

const CONFIG = inProject('wrangler.toml');

/** The options of Miniflare that this file reads. */
export interface WorkerOptions {
  readonly bindings?: Readonly<Record<string, unknown>>;
  readonly assets?: { readonly directory: string };
  readonly serviceBindings?: Readonly<Record<string, unknown>>;
  readonly [option: string]: unknown;
}

/** Without the secrets, which Wrangler adds from `.dev.vars`. Paths are relative: the folder may be moved. */
const TRANSLATED: Product = {
  name: 'miniflare-options',
  directory: inProject('dist/miniflare-options'),
  sources: [CONFIG, inProject('package-lock.json'), inProject('scripts/local/miniflare-options.ts')],
  make: async (directory) => {
    // Otherwise Wrangler prints which secrets it found.
    process.env.WRANGLER_LOG ??= 'error';
    const { unstable_getMiniflareWorkerOptions, unstable_readConfig } = await import('wrangler');
    const config = unstable_readConfig({ config: CONFIG });
    const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
    const { modulesRules: _, rootPath: __, assets, ...options } = workerOptions as WorkerOptions;
    const translated = {
      ...options,
      name: config.name,
      bindings: config.vars,
      assets: assets && { ...assets, directory: relative(inProject(), assets.directory) },
    };
    await writeFile(join(directory, 'options.json'), JSON.stringify(translated, null, 2));
  },
};

/** Wrangler translates wrangler.toml. The result is kept, because loading Wrangler takes as long as starting workerd. */
export const translateConfiguration = (): Promise<void> => buildOnce(TRANSLATED);

/**
 * The bindings of wrangler.toml and `.dev.vars` for Miniflare.
 * @param vars replace variables of both files
 * @param isBuilt whether an earlier build translated the configuration: an image has no Wrangler
 */
export async function miniflareOptions(
  vars: Readonly<Record<string, string>>,
  isBuilt = false,
): Promise<WorkerOptions> {
  const { assets, bindings, ...options } = await savedOptions(isBuilt);
  const secrets = parseEnv(await readFile(DEV_VARS, 'utf8'));
  return {
    ...options,
    rootPath: inProject(),
    bindings: { ...bindings, ...secrets, ...vars },
    ...(assets && { assets: { ...assets, directory: resolve(inProject(), assets.directory) } }),
  };
}

/** The options that decide what the Worker's code may use, without bindings. */
export async function compatibility(): Promise<WorkerOptions> {
  const { compatibilityDate, compatibilityFlags } = await savedOptions();
  return { compatibilityDate, compatibilityFlags };
}

async function savedOptions(isBuilt = false): Promise<WorkerOptions> {
  if (!isBuilt) await translateConfiguration();
  return JSON.parse(await readFile(join(TRANSLATED.directory, 'options.json'), 'utf8')) as WorkerOptions;
}
