import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** @returns null if there is no such file */
export async function readIfThere(path: string) {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Replaces a file as a whole, so that a reader never finds half of it. A link is replaced itself, not what it leads to.
 * @param mode who may read it, such as 0o600; by default what the system gives new files
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  // The dot keeps `platen dev` from seeing it.
  const temporary = join(dirname(path), `.platen-${process.pid}`);
  await writeFile(temporary, content, mode === undefined ? {} : { mode });
  // The mode of `writeFile` has no effect on a file that exists.
  if (mode !== undefined) await chmod(temporary, mode);
  await rename(temporary, path);
}

/** A path for messages: from the folder of the project, with `/`. */
export const shownPath = (root: string, path: string): string => relative(root, path).replaceAll('\\', '/');
