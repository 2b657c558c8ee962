import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { type TrackedFile, trackedFiles } from '../../../scripts/generate/tracked-files.ts';

const FEATURES = 'packages/print-engine/features';

const folders = globSync(`${FEATURES}/*/README.md`, { cwd: inProject() }).map(dirname);

/** Returns the paths in a README, from the root of the repository. */
function namedIn(folder: string): string[] {
  const text = readFileSync(inProject(folder, 'README.md'), 'utf8');
  const names = Array.from(text.matchAll(/`([\w./-]+(?:\.ts|\.tsx|\/))`/g), ([, name = '']) => name);
  return names.map((name) => (existsSync(inProject(folder, name)) ? join(folder, name) : name));
}

test.each(folders)('the files that the README of %s names exist', (folder) => {
  const named = namedIn(folder);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(inProject(path)))).toEqual([]);
});

/** A row of the table of lines elsewhere: a word, what it is there, and its file. */
const ROW = /^\| `([^`]+)` +\|[^|]*\| `([^`]+)` +\|$/gm;

test.each(folders)('the words of the README of %s are in the files elsewhere', (folder) => {
  const rows = [...readFileSync(inProject(folder, 'README.md'), 'utf8').matchAll(ROW)];
  expect(rows.length).toBeGreaterThan(2);
  const wrong = rows.filter(
    ([, word = '', file = '']) => !readFileSync(inProject(file), 'utf8').includes(word),
  );
  expect(wrong.map(([row]) => row)).toEqual([]);
});

const IMPORT = /(?:from |import\()'(\.[^']*)'/g;

/** Returns the files that are imported, from the root of the repository. */
const listImports = ({ path, text }: TrackedFile): string[] =>
  Array.from(text.matchAll(IMPORT), ([, target = '']) => join(dirname(path), target));

test.each(folders)('the README of %s names the files elsewhere that import from it', (folder) => {
  const isInside = (path: string) => path.startsWith(`${folder}/`);
  const importing = trackedFiles(/\.tsx?$/)
    .filter((file) => !isInside(file.path) && listImports(file).some(isInside))
    .map(({ path }) => path);
  expect(importing.length).toBeGreaterThan(0);
  expect(importing.filter((path) => !namedIn(folder).includes(path))).toEqual([]);
});
