import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '../project.ts';

export interface TrackedFile {
  /** From the project's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Text files that git tracks, or would track: new files count before they are committed. */
export function trackedFiles(matching: RegExp): TrackedFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: inProject('.'),
    encoding: 'utf8',
  });
  return listed
    .split('\n')
    .filter((path) => matching.test(path) && existsSync(inProject(path)))
    .map((path) => ({ path, text: readFileSync(inProject(path), 'utf8') }));
}
