import { spawnSync } from 'node:child_process';

/** Whether this machine has promtool, of Debian's package `prometheus`. */
export const hasPromtool = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** What `promtool` says about its input or the files that it is given; empty if it has no objection. */
export function problemsOfPromtool(args: readonly string[], input = ''): string[] {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return status === 0 && stderr === '' ? [] : [`promtool ends with ${status}: ${stdout}${stderr}`];
}
