import { fileURLToPath } from 'node:url';

/** An absolute path inside the project, independent of the current directory. */
export const inProject = (...parts: readonly string[]): string =>
  fileURLToPath(new URL(['..', ...parts].join('/'), import.meta.url));
