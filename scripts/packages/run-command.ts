import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { inProject } from '../project.ts';

/**
 * Runs the command of an installed package in the project's folder. If it fails, this process ends as it did.
 *
 * @param command a line for the shell, such as `vitest run --project print`
 * @param variables of the environment, beside those of this process
 */
export function runCommand(command: string, variables: Readonly<Record<string, string>> = {}): void {
  const PATH = [inProject('node_modules/.bin'), process.env.PATH].join(delimiter);
  const { status } = spawnSync(command, {
    cwd: inProject(),
    env: { ...process.env, PATH, ...variables },
    shell: true,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
