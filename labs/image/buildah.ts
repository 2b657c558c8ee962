import { spawnSync } from 'node:child_process';

/** @returns the output @throws {Error} the program is missing or failed */
export function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 100_000_000,
  });
  if (error !== undefined)
    throw new Error(`${program} is not installed, or cannot be started.`, { cause: error });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed:\n${`${stdout}\n${stderr}`.slice(-3_000)}`);
  return stdout;
}

/** Builds as root, without a daemon and without namespaces of its own. */
export const buildah = (...args: readonly string[]): string =>
  run('buildah', args, { BUILDAH_ISOLATION: 'chroot' }).trim();
