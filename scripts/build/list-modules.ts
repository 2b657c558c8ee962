import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A module of a Worker, as Miniflare takes it. Without `contents`, Miniflare reads the file. */
export interface ListedModule {
  readonly type: 'ESModule';
  readonly path: string;
  readonly contents?: string;
}

/**
 * The built modules of a folder, after a main module that is not among its files. They are a list because Miniflare otherwise
 * parses each module to find its imports.
 */
export async function listModules(
  folder: string,
  main: { readonly name: string; readonly contents: string },
): Promise<ListedModule[]> {
  const files = await readdir(folder, { recursive: true });
  const built = files.filter((file) => file.endsWith('.js')).map((file) => ({ path: join(folder, file) }));
  const first = { path: join(folder, main.name), contents: main.contents };
  return [first, ...built].map((module) => ({ type: 'ESModule', ...module }));
}
