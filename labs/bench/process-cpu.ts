import { commandLine, descendants, statFields } from '../../scripts/local/process-tree.ts';

/** By the command line. The first match counts. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ["Chromium's pages", /--type=renderer/],
  ["Chromium's drawing", /--type=gpu-process/],
  ["Chromium's other helpers", /--type=/],
  ["Chromium's browser process", /--remote-debugging-p/],
  ['workerd', /\/workerd serve /],
  ['Node', /./],
];

/** The names in the order of a table. */
export const PROCESS_KINDS: readonly string[] = KINDS.map(([name]) => name);

const TICKS_PER_SECOND = 100;

/** CPU time of process trees, in milliseconds, by what their processes do. Linux only. */
export class CpuMeter {
  readonly #roots: () => readonly number[];
  readonly #used = new Map<string, number>();

  constructor(roots: () => readonly number[]) {
    this.#roots = roots;
  }

  /** Adds what `work` uses. A process that ends meanwhile does not count. */
  async measure<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#read();
    const result = await work();
    for (const [pid, { kind, ms }] of this.#read()) {
      this.#used.set(kind, this.ms(kind) + ms - (before.get(pid)?.ms ?? 0));
    }
    return result;
  }

  ms(kind: string): number {
    return this.#used.get(kind) ?? 0;
  }

  #read(): Map<number, { readonly kind: string; readonly ms: number }> {
    const pids = this.#roots().flatMap((pid) => [pid, ...descendants(pid)]);
    return new Map(
      pids.flatMap((pid) => {
        const [command, ms] = [commandLine(pid), cpuMs(pid)];
        const kind = KINDS.find(([, pattern]) => pattern.test(command))?.[0];
        return kind === undefined || ms === undefined ? [] : [[pid, { kind, ms }] as const];
      }),
    );
  }
}

/** Undefined for a process that has ended. */
function cpuMs(pid: number): number | undefined {
  const fields = statFields(pid);
  // `utime` and `stime`.
  return fields && ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}
