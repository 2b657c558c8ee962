import { execFileSync } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Git } from '../../git/git.ts';
import { runCommand } from '../support/recorded-io.ts';
import { folderWith } from '../support/project-folder.ts';

const NAME = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@a.test',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@a.test',
};

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8', env: { ...process.env, ...NAME } });

async function statesOf(folder: string): Promise<string[]> {
  const repository = await Git.open(folder);
  if (repository === null) throw new Error('the folder is in a repository');
  const found: string[] = [];
  for await (const blobs of repository.history(join(folder, 'templates/a'))) {
    for (const { path, id } of blobs) {
      found.push(`${path}: ${Buffer.from(await repository.read(id)).toString()}`);
    }
  }
  return found;
}

test('a repository without a commit has no states', async () => {
  const folder = await folderWith({ 'templates/a/template.hbs': 'one' });
  git(folder, 'init', '-q');
  expect(await statesOf(folder)).toEqual([]);
});

test('the commits of a folder are found behind a link too, whatever the settings of git log are', async () => {
  const outside = await folderWith({ 'real/templates/a/template.hbs': 'one' });
  git(join(outside, 'real'), 'init', '-q');
  git(join(outside, 'real'), 'config', 'log.showSignature', 'true');
  git(join(outside, 'real'), 'add', '.');
  git(join(outside, 'real'), 'commit', '-q', '-m', 'one');
  await symlink(join(outside, 'real'), join(outside, 'link'));
  expect(await statesOf(join(outside, 'real'))).toEqual(['template.hbs: one']);
  expect(await statesOf(join(outside, 'link'))).toEqual(['template.hbs: one']);
});

test('init keeps the line ends of all templates and assets', async () => {
  const folder = await folderWith({});
  git(folder, 'init', '-q');
  expect(await runCommand(['init'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  const paths = ['assets/a.svg', 'templates/letter/assets/a.svg', 'templates/letter/header.hbs'];
  expect(git(folder, 'check-attr', 'text', ...paths)).toBe(
    paths.map((path) => `${path}: text: unset\n`).join(''),
  );
});

test.each([
  ['github-actions/templates.yml', 'push:\n    needs: test', 'fetch-depth: 0'],
  ['gitlab-ci/.gitlab-ci.yml', 'templates:push:', 'GIT_DEPTH: 0'],
])('the push of examples/%s has all commits, which say what it may replace', async (file, job, setting) => {
  const text = await readFile(join(import.meta.dirname, '../../../examples', file), 'utf8');
  expect(text.slice(text.indexOf(job))).toContain(setting);
});
