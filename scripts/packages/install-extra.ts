import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { inProject } from '../project.ts';

/** npm writes it at the end of an installation. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Installs a package of this repository that only one command needs. It has its own lock file, and `npm ci` in the root does not install it. */
export function installExtra(folder: string): void {
  const [installed, lock] = [INSTALLED, 'package-lock.json'].map((file) => inProject(folder, file));
  if (isNewer(installed, lock)) return;
  console.error(`Installing ${folder} ...`);
  execFileSync('npm', ['ci', '--ignore-scripts'], {
    cwd: inProject(folder),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

const isNewer = (one = '', other = ''): boolean =>
  existsSync(one) && statSync(one).mtimeMs >= statSync(other).mtimeMs;
