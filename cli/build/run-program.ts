import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CommandFailure } from '../command.ts';

const TIMEOUT_MS = 120_000;

const isWindows = process.platform === 'win32';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly input: string;
}

/** Runs a program of the user's project, and returns what it writes. @throws {CommandFailure} it fails, or does not end */
export async function runProgram({ command, args, directory, input }: Program): Promise<string> {
  const child = spawn(command, args, {
    cwd: directory,
    env: {
      ...process.env,
      // The program comes from the project and its packages, and does not need the key of the service.
      PLATEN_API_KEY: undefined,
      PATH: [...listBins(directory), process.env.PATH].join(delimiter),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    // npm writes `.cmd` files there, which only a shell runs.
    shell: isWindows,
  });
  // A program may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  try {
    const [out, err, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (code === 0) return out;
    const why =
      signal === null
        ? `ended with the exit code ${code}`
        : `did not end within ${TIMEOUT_MS / 1000} seconds`;
    throw new CommandFailure(`${command} ${why} in ${directory}.`, lastLines(err));
  } catch (cause) {
    if (cause instanceof CommandFailure) throw cause;
    throw new CommandFailure(`${command} cannot be run in ${directory}. Is it installed?`, [], { cause });
  }
}

const MAX_LINES = 20;

const lastLines = (output: string): string[] => output.trim().split('\n').slice(-MAX_LINES);

/** The folders of programs that npm has installed for a folder, the nearest first. */
function listBins(directory: string): string[] {
  const bins: string[] = [];
  for (let folder = directory; ; folder = dirname(folder)) {
    const bin = join(folder, 'node_modules', '.bin');
    if (existsSync(bin)) bins.push(bin);
    if (dirname(folder) === folder) return bins;
  }
}
