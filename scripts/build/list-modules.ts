import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A module of a Worker, as Miniflare takes it. Without `contents`, Miniflare reads the file. */
interface ListedModule {
  readonly type: 'ESModule';
  readonly path: string;
  readonly contents?: string;
}

/**
 * The main module and the built ones in its folder. They are a list because Miniflare otherwise parses each module to find
 * its imports.
 */
export async function listModules(main: Omit<ListedModule, 'type'>): Promise<ListedModule[]> {
  const folder = dirname(main.path);
  const files = await readdir(folder, { recursive: true });
  const built = files.filter((file) => file.endsWith('.js')).map((file) => ({ path: join(folder, file) }));
  const others = built.filter(({ path }) => path !== main.path);
  return [main, ...others].map((module) => ({ type: 'ESModule', ...module }));
}
