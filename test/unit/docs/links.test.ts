import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { errorDocs, ERRORS } from '../../../schema/api/errors.ts';
import { CONSOLE_ERRORS } from '../../../schema/console/errors.ts';
import { inProject } from '../../../scripts/project.ts';
import { anchor, headings, linkTargets } from './support/markdown.ts';
import { trackedFiles } from '../../../scripts/generate/tracked-files.ts';

const pages = trackedFiles(/\.md$/).filter(({ path }) => !path.startsWith('CHANGELOG'));

const anchorsOf = (path: string): string[] => headings(readFileSync(inProject(path), 'utf8')).map(anchor);

function linkProblem(page: string, target: string): string | null {
  if (/^[a-z]+:/i.test(target)) return null;
  const [file = '', fragment] = target.split('#');
  const path = file === '' ? page : normalize(join(dirname(page), file));
  if (!existsSync(inProject(path))) return `${page}: ${target} (no such file)`;
  if (fragment === undefined || !path.endsWith('.md')) return null;
  return anchorsOf(path).includes(fragment) ? null : `${page}: ${target} (no such heading)`;
}

test('every link between pages leads to a file and a heading that exist', () => {
  const broken = pages.flatMap(({ path, text }) =>
    linkTargets(text).flatMap((target) => linkProblem(path, target) ?? []),
  );
  expect(broken).toEqual([]);
});

test('every page of docs/ is in its index', () => {
  const index = readFileSync(inProject('docs/README.md'), 'utf8');
  const listed = linkTargets(index).map((target) => `docs/${target.split('#')[0]}`);
  const all = pages.map(({ path }) => path).filter((path) => /^docs\/(?!README)[^/]+\.md$/.test(path));
  expect(all.filter((path) => !listed.includes(path))).toEqual([]);
});

/** Files and folders in backticks. */
const namedPaths = (text: string): string[] =>
  [...text.matchAll(/`([\w.@-]+(?:\/[\w.@*-]+)*\/?)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /\/|\.(?:ts|tsx|md|toml|json|hbs)$/.test(path) && !path.startsWith('@'));

test('every file that the architecture page names exists', () => {
  const paths = namedPaths(readFileSync(inProject('docs/architecture.md'), 'utf8'));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([]);
});

test('every file that the README of a room of the Worker names exists', () => {
  const rooms = pages.filter(({ path }) => /^worker\/\w+\/README\.md$/.test(path));
  expect(rooms.map(({ path }) => path.split('/')[1]).toSorted()).toEqual([
    'adapters',
    'consumers',
    'lib',
    'objects',
    'surfaces',
    'verbs',
  ]);
  const missing = rooms.flatMap(({ path, text }) =>
    namedPaths(text)
      .filter((named) => !existsSync(inProject(dirname(path), named)) && !existsSync(inProject(named)))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test('every error code has a heading in docs/errors.md, and every heading is a code', () => {
  const codes = [...Object.keys(ERRORS), ...Object.keys(CONSOLE_ERRORS)];
  const broken = codes.flatMap((code) => linkProblem('', errorDocs(code)) ?? []);
  expect(broken).toEqual([]);
  const titles = headings(readFileSync(inProject('docs/errors.md'), 'utf8'));
  expect(titles.filter((title) => /^[A-Z][A-Z_]+$/.test(title)).toSorted()).toEqual(codes.toSorted());
});
