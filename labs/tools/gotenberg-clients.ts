/** Makes twenty calls with each of three unchanged clients of Gotenberg 8, to a service that it starts. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createLocalWorkspace } from '../../scripts/local/local-workspace.ts';
import { startService } from '../../scripts/local/service.ts';
import { inProject } from '../../scripts/project.ts';

const PYTHON_CLIENT = ['gotenberg-client==1.0.0', 'httpx==0.28.1'];
const TYPESCRIPT_CLIENT = 'chromiumly@6.0.0';
const PHP_CLIENT = ['gotenberg/gotenberg-php:2.21.0', 'guzzlehttp/guzzle:^7.4'];

const { values } = parseArgs({
  options: {
    /** An autoloader that has the client of PHP and Guzzle, where Composer reaches no registry. */
    'php-autoload': { type: 'string' },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'platen-clients-'));
const files = join(folder, 'files');
const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
  execFileSync(command, args, { stdio: 'inherit', cwd: folder, env: { ...process.env, ...env } });
};
const service = await startService({ stateDir: join(folder, 'state'), port: 0, onError: console.error });
try {
  const { key } = await createLocalWorkspace(service, 'Clients');
  await cp(inProject('packages/pdf/test/fixtures/three-pages.pdf'), join(files, 'three-pages.pdf'));
  await mkdir(join(folder, 'php'));
  await writeFile(
    join(files, 'page.html'),
    '<!doctype html><html lang="en"><title>Page</title><h1>Hello</h1>',
  );
  await writeFile(join(files, 'header.html'), '<p>Page <span class="pageNumber"></span></p>');
  await writeFile(join(files, 'index.html'), '<body>{{ toHTML "file.md" }}</body>');
  await writeFile(join(files, 'file.md'), '# Hello');
  run('python3', ['-m', 'pip', 'install', '--quiet', '--target', join(folder, 'python'), ...PYTHON_CLIENT]);
  run('npm', ['install', '--silent', '--prefix', join(folder, 'typescript'), TYPESCRIPT_CLIENT]);
  const calls = (name: string) => inProject('labs/gotenberg/clients', name);
  run('python3', [calls('calls.py'), service.url, key, files], { PYTHONPATH: join(folder, 'python') });
  const installed = join(folder, 'typescript/node_modules/chromiumly');
  const { main } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as { main: string };
  run(process.execPath, [calls('calls.mjs'), join(installed, main), service.url, key, files]);
  const php = join(folder, 'php');
  const given = values['php-autoload'];
  if (given === undefined)
    run('composer', ['require', '--quiet', '--no-interaction', '--working-dir', php, ...PHP_CLIENT]);
  const autoload = given === undefined ? join(php, 'vendor/autoload.php') : resolve(given);
  run('php', [calls('calls.php'), autoload, service.url, key, files]);
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
