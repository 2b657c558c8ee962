import type { Io } from '../../io.ts';
import { main } from '../../main.ts';

export interface CommandRun {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process, as the command line of a CI server does. */
export async function runCommand(args: readonly string[], changes: Partial<Io> = {}): Promise<CommandRun> {
  const [out, err]: [string[], string[]] = [[], []];
  const exitCode = await main(args, {
    cwd: process.cwd(),
    env: process.env,
    isInteractive: false,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    ask: async () => '',
    readInput: async () => '',
    signal: new AbortController().signal,
    ...changes,
  });
  return { exitCode, out: out.join('\n'), err: err.join('\n') };
}
