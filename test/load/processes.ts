import { commandLine, descendants } from '../../scripts/process-tree.ts';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

const SHOWN_CHARACTERS = 100;

/** Processes of a service that were seen, so that those that outlive it are found. Linux only. */
export class SeenProcesses {
  /** Command lines by pid: a pid is used again. */
  readonly #seen = new Map<number, string>();

  /** @param roots of the process trees @returns what runs */
  look(roots: readonly number[]): RunningProcess[] {
    const pids = roots.flatMap((pid) => [pid, ...descendants(pid)]);
    const running = pids
      .map((pid) => ({ pid, command: commandLine(pid) }))
      .filter(({ command }) => command !== '');
    for (const { pid, command } of running) this.#seen.set(pid, command);
    return running;
  }

  /** After the service has ended. @returns a line for each process that still runs */
  left(): string[] {
    return [...this.#seen]
      .filter(([pid, command]) => commandLine(pid) === command)
      .map(([pid, command]) => `process ${pid} still runs: ${command.slice(0, SHOWN_CHARACTERS)}`);
  }
}
