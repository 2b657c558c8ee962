/** `node scripts/dev.ts COMMAND …`: runs a command of development, and first installs what only development needs. */
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { inProject } from './project.ts';
import { runCommand } from './packages/run-command.ts';

/** `npm ci` leaves development dependencies out (.npmrc): a user needs none of them. */
const isInstalled = (): boolean => existsSync(inProject('node_modules/oxlint/package.json'));

if (!isInstalled()) {
  console.error('Installing what tests and checks need ...');
  const { status } = spawnSync('npm', ['ci', '--include=dev'], {
    cwd: inProject(),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

runCommand(process.argv.slice(2).map(quote).join(' '));

/** For the shell of `runCommand`. */
function quote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return process.platform === 'win32' ? `"${argument}"` : `'${argument.replaceAll("'", "'\\''")}'`;
}
