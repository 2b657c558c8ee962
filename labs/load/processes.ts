import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, descendants } from '../../scripts/local/process-tree.ts';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

const SHOWN_CHARACTERS = 100;

/** The processes of a browser end by themselves after its main process, as soon as they have the CPU. */
const ENDS_WITHIN_MS = 30_000;
const POLL_MS = 50;

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

  /** After the service has ended. Waits for the end of its processes. @returns a line for each one that does not end */
  async left(): Promise<string[]> {
    const until = Date.now() + ENDS_WITHIN_MS;
    while (this.#running().length > 0 && Date.now() < until) await delay(POLL_MS);
    return this.#running().map(
      ([pid, command]) => `process ${pid} still runs: ${command.slice(0, SHOWN_CHARACTERS)}`,
    );
  }

  #running(): [pid: number, command: string][] {
    return [...this.#seen].filter(([pid, command]) => commandLine(pid) === command);
  }
}
