import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, descendants } from '../scripts/process-tree.ts';

const SAMPLE_MS = 50;

const isWorkerd = (pid: number): boolean => /\/workerd serve /.test(commandLine(pid));

/**
 * The most that a process of workerd has in memory, of what is no file's, while the work runs. One runs the Worker, one
 * is the proxy before it. Linux only.
 *
 * @param servicePid the root of the service's process tree
 * @returns MB of 1,000,000 bytes
 */
export async function workerdPeakMb(servicePid: number, work: () => Promise<void>): Promise<number> {
  const pids = descendants(servicePid).filter(isWorkerd);
  if (pids.length === 0) throw new Error('There is no workerd to measure');
  const done = work().then(() => 'done' as const);
  let peakMb = 0;
  do peakMb = Math.max(peakMb, ...pids.map(ownMb));
  while ((await Promise.race([done, delay(SAMPLE_MS)])) !== 'done');
  return peakMb;
}

function ownMb(pid: number): number {
  const [, kibibytes = '0'] =
    /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kibibytes) * 1024) / 1e6;
}
