import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { inProject } from '../../scripts/project.ts';

const run = promisify(execFile);

export interface CommandRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a script of the project for the tests of a file. `HOME` is an empty folder: no account of this machine is used.
 *
 * @param script from the root of the project
 */
export function useCommand(script: string) {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'platen-command-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));
  return {
    /** An empty folder for files of the tests. */
    home: (): string => home,
    run: async (args: readonly string[], variables: Record<string, string> = {}): Promise<CommandRun> => {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, HOME: home, ...variables };
      try {
        const done = await run(process.execPath, [inProject(script), ...args], { cwd: inProject(), env });
        return { code: 0, ...done };
      } catch (error) {
        return error as CommandRun;
      }
    },
  };
}
