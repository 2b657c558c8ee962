import { fileURLToPath } from 'node:url';

/** An absolute path inside the project, whatever directory a command was started in. */
export const inProject = (...parts: readonly string[]): string =>
  fileURLToPath(new URL(['..', ...parts].join('/'), import.meta.url));
