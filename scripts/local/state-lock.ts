import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const lockPath = (stateDir: string): string => join(stateDir, 'service.pid');

/** A service that was killed leaves the file. Then no process has its id. */
export function runningPid(stateDir: string): number | null {
  let pid: number;
  try {
    pid = Number(readFileSync(lockPath(stateDir), 'utf8'));
  } catch {
    return null;
  }
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

export function noteRunning(stateDir: string, pid: number): void {
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(lockPath(stateDir), String(pid));
}

export const noteStopped = (stateDir: string): void => rmSync(lockPath(stateDir), { force: true });
