import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs the command of a package that is not installed with the project, because only a rare command needs it. It runs
 * in an empty folder, where npx cannot take another version from the project.
 *
 * @param packages exact versions, such as `typescript@5.9.3`
 * @param command gets the folder, for tools that accept only relative paths
 * @throws {Error} the command fails
 */
export async function runPackage(
  packages: readonly string[],
  command: (folder: string) => string[],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-npx-'));
  try {
    const options = ['--yes', ...packages.flatMap((name) => ['--package', name])];
    const child = spawn('npx', [...options, '--', ...command(folder)], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${packages[0]} ended with the exit code ${code}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
