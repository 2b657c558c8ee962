import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Open while the process runs: the garbage collector would close it. */
let lock: DatabaseSync | null = null;

/**
 * Makes this process the only one that uses the folder. The system ends the lock with the process, also after `kill -9`. It holds
 * between containers that share a volume.
 * @throws {Error} another service uses the folder
 */
export function lockData(stateDir: string): void {
  mkdirSync(stateDir, { recursive: true });
  const owner = join(stateDir, 'service.owner');
  lock = new DatabaseSync(join(stateDir, 'service.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    const other = readFileSync(owner, 'utf8');
    throw new Error(
      `Another service uses the folder ${stateDir}: ${other}. Two would damage its data. Stop it, or choose another folder.`,
      { cause },
    );
  }
  writeFileSync(owner, `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`);
}
