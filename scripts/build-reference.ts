import { cp } from 'node:fs/promises';
import type { Product } from './build-once.ts';
import { inProject } from './project.ts';

const PACKAGE = 'node_modules/@scalar/api-reference';

/** Copied from npm, so that the page at `/docs` loads nothing from another host. */
export const REFERENCE: Product = {
  name: 'reference',
  directory: inProject('public/docs/vendor'),
  sources: [`${PACKAGE}/package.json`, 'scripts/build-reference.ts'].map((source) => inProject(source)),
  make: (directory) =>
    cp(inProject(PACKAGE, 'dist/browser'), directory, {
      recursive: true,
      filter: (source) => !source.endsWith('.map') && !source.endsWith('standalone.js'),
    }),
};
