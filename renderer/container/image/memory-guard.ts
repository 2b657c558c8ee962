import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableMemory } from './memory-bounds.ts';

/** A page of Chromium takes one to two gigabytes in a second. */
const INTERVAL_MS = 200;

interface PageProcess {
  readonly pid: number;
  readonly bytes: number;
}

/**
 * Ends the largest process of pages below a process while they together have more than `maxBytes`, so that the kernel does not end the
 * browser of everybody. A page that ends so has found no memory, and its job fails as one that needs more than `ulimit` allows.
 * Linux only: elsewhere it does nothing.
 * @returns ends the guard
 */
export function guardMemory(ancestor: () => readonly number[], maxBytes: number): () => void {
  if (!existsSync('/proc/self/status')) return () => {};
  const timer = setInterval(() => {
    // The pages have no more than all processes have, and this is known at once.
    if (availableMemory() - process.availableMemory() <= maxBytes) return;
    endLargest(pageProcesses(ancestor()), maxBytes);
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function endLargest(pages: readonly PageProcess[], maxBytes: number): void {
  const sum = pages.reduce((total, { bytes }) => total + bytes, 0);
  const [largest] = pages.toSorted((one, other) => other.bytes - one.bytes);
  if (sum <= maxBytes || largest === undefined) return;
  console.error(JSON.stringify({ event: 'page_ended', reason: 'memory', bytes: largest.bytes, of: sum }));
  try {
    // Chromium ends itself with this signal when it finds no memory.
    process.kill(largest.pid, 'SIGTRAP');
  } catch {
    // It has ended already.
  }
}

/** The processes of Chromium's pages below these processes. */
export function pageProcesses(ancestors: readonly number[]): readonly PageProcess[] {
  const children = Map.groupBy(readProcesses(), ({ parent }) => parent);
  const found = new Set(ancestors);
  for (const pid of found) for (const child of children.get(pid) ?? []) found.add(child.pid);
  return [...found].filter(isPage).map((pid) => ({ pid, bytes: ownBytes(pid) }));
}

function readProcesses(): { readonly pid: number; readonly parent: number }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => ({
    pid: Number(pid),
    parent: Number(/^PPid:\s+(\d+)$/m.exec(readProcess(pid, 'status'))?.[1]),
  }));
}

const isPage = (pid: number): boolean => readProcess(pid, 'cmdline').includes('--type=renderer');

/** Memory that no file has. */
function ownBytes(pid: number): number {
  const kilobytes = readProcess(pid, 'status').matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  return [...kilobytes].reduce((sum, [, count]) => sum + 1024 * Number(count), 0);
}

/** Empty for a process that has ended. */
function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
