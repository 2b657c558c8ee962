import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../../scripts/project.ts';

/**
 * Clones the files that Git tracks, with the `node_modules` and the unpacked Chromium of this project.
 * @param built folders that the project has built, from its root. Those that are missing are left out
 */
export function cloneProject(folder: string, built: readonly string[]): void {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: inProject(),
    encoding: 'utf8',
  });
  for (const path of [...tracked.trim().split('\n'), ...built]) {
    if (existsSync(inProject(path))) cpSync(inProject(path), join(folder, path), { recursive: true });
  }
  mkdirSync(join(folder, '.platen'));
  for (const path of ['node_modules', '.platen/chromium']) symlinkSync(inProject(path), join(folder, path));
}
