import { fileURLToPath } from 'node:url';

/** Independent of the current directory. */
export const inProject = (...parts: readonly string[]): string =>
  fileURLToPath(new URL(['..', ...parts].join('/'), import.meta.url));
