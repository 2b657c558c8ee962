import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareLocalBrowser } from '../../scripts/local/local-browser.ts';
import { cloneProject } from '../support/clone-project.ts';
import { npm, pack } from '../support/packed-package.ts';
import { openPdf } from './support/pdf.ts';

/** `platen` in an empty project, in which it is installed from the archive that `npm pack` makes of it. */
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'platen-packed-'));
  cloneProject(join(directory, 'repository'), []);
  const archive = await pack(directory, 'cli');
  await mkdir(join(directory, 'project'));
  await writeFile(join(directory, 'project/package.json'), '{}\n');
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', archive], join(directory, 'project'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const project = (...path: string[]) => join(directory, 'project', ...path);

/** Rejects if the command fails. */
async function platen(...args: string[]): Promise<string> {
  const { executablePath } = await prepareLocalBrowser();
  const env = { ...process.env, PLATEN_CHROMIUM: executablePath };
  return (await promisify(execFile)(project('node_modules/.bin/platen'), args, { cwd: project(), env }))
    .stdout;
}

test('has the version of the package, and lists its commands', async () => {
  const { version } = JSON.parse(await readFile(project('node_modules/@platen/cli/package.json'), 'utf8'));
  expect((await platen('--version')).trim()).toBe(version);
  expect(await platen('help', 'push')).toMatch(/^Usage: platen push/);
});

test('makes a project, prints it and tests it', async () => {
  await platen('init');
  expect(await platen('render', '-o', 'out/letter.pdf')).toContain('letter.pdf (1 page)');
  const pdf = await openPdf(new Uint8Array(await readFile(project('out/letter.pdf'))));
  expect(await pdf.text(1)).toContain('Dear');
  expect(await platen('test', '--record')).toMatch(/1 passed, 0 failed\s*$/);
  expect(await platen('test')).toMatch(/1 passed, 0 failed\s*$/);
});

test('imports a page with its files', async () => {
  await mkdir(project('page'));
  await writeFile(project('page/index.html'), '<h1>Page</h1><link rel="stylesheet" href="style.css">');
  await writeFile(project('page/style.css'), 'h1 { color: red }');
  expect(await platen('import', 'page/index.html')).toContain('+ templates/index/template.hbs');
  expect(await readFile(project('templates/index/template.hbs'), 'utf8')).toContain('color: red');
});
