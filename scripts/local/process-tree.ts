import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** By pid. Linux uses /proc, because a slim image has no `ps`. */
function parents(): Map<number, number> {
  if (existsSync('/proc/self/stat')) return parentsFromProc();
  const table = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  return new Map(
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
        return [pid, parent];
      }),
  );
}

function parentsFromProc(): Map<number, number> {
  const found = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [, parent] = statFields(Number(entry)) ?? [];
    // A process may end after the folder was listed.
    if (parent !== undefined) found.set(Number(entry), Number(parent));
  }
  return found;
}

/** The fields of proc(5) `stat`, from `state` on. Undefined if the process has ended. Linux only. */
export function statFields(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain parentheses. The fields start after the last one.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Parents come before children. A pid that was used again while the table was read can make a circle in it. */
export function descendants(pid: number): number[] {
  const table = parents();
  const found = new Set([pid]);
  for (const ancestor of found) {
    for (const [child, parent] of table) if (parent === ancestor) found.add(child);
  }
  return [...found].slice(1);
}

/** The command lines of the parent of this process, of its parent, and so on. */
export function ancestorCommands(): string[] {
  const [table, lines] = [parents(), commandLines()];
  const found: string[] = [];
  for (let pid = process.ppid; pid > 0; pid = table.get(pid) ?? 0) found.push(lines.get(pid) ?? '');
  return found;
}

/** Processes with this argument in their command line, also those whose parent has ended. */
export function withArgument(argument: string): number[] {
  return [...commandLines()]
    .filter(([, command]) => `${command} `.includes(` ${argument} `))
    .map(([pid]) => pid);
}

/** By pid. */
function commandLines(): Map<number, string> {
  if (existsSync('/proc/self/stat')) {
    const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
    return new Map(pids.map((pid) => [Number(pid), commandLine(Number(pid))]));
  }
  const lines = execFileSync('ps', ['-axwwo', 'pid=,command='], { encoding: 'utf8' }).trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [pid = '', command = ''] = line.trim().split(/\s+(.*)/s);
      return [Number(pid), command];
    }),
  );
}

export function signalAll(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has already ended.
    }
  }
}

/** False for a zombie, which has ended but whose status was not read. Linux only. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return commandLine(pid) !== '';
  } catch {
    return false;
  }
}

/** Joined by spaces. Empty if the process has ended. Linux only. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
