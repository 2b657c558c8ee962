import { spawnSync } from 'node:child_process';

/** Returns whether this machine has promtool, of Debian's package `prometheus`. */
export const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** Returns the problems that `promtool` finds in its input or in files. The list is empty if it finds none. */
export function problemsOfPromtool(args: readonly string[], input = ''): string[] {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return status === 0 && stderr === '' ? [] : [`promtool ends with ${status}: ${stdout}${stderr}`];
}
