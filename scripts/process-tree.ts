import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Parent pid of every process, by pid. Linux tells in /proc (a slim image has no `ps`); others by `ps`. */
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
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      // The name in parentheses may itself hold spaces and parentheses: the fields start after the last one.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      found.set(Number(entry), Number(parent));
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return found;
}

/** Every process that `pid` started, directly or through another one; parents come before children. */
export function descendants(pid: number): number[] {
  const table = parents();
  const found = [pid];
  for (const ancestor of found) {
    for (const [child, parent] of table) if (parent === ancestor) found.push(child);
  }
  return found.slice(1);
}

/** Sends a signal to each process; one that has ended already is passed over. */
export function signalAll(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  }
}

/** Whether a process is there and has not ended; one that waits for its parent to notice its end has. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return commandLine(pid) !== '';
  } catch {
    return false;
  }
}

/** The command line of a process, its arguments joined by spaces; empty when it has ended. Linux only. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
