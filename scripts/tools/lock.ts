/** Rewrites package-lock.json with the packages of every platform. */
import { rmSync } from 'node:fs';
import { completeLock } from '../packages/complete-lock.ts';
import { runCommand } from '../packages/run-command.ts';
import { inProject } from '../project.ts';

for (const path of ['node_modules', 'package-lock.json']) {
  rmSync(inProject(path), { recursive: true, force: true });
}
runCommand('npm install --include=dev');
console.log(`${completeLock()} platform packages added to the lock`);
