import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const SAMPLE_MS = 50;

/** Something that goes up and down, in MB of 1,000,000 bytes. */
export type Gauge = () => number | Promise<number>;

/** The most that each gauge shows while the work runs. */
export async function peaksMb<Name extends string>(
  gauges: Readonly<Record<Name, Gauge>>,
  work: () => Promise<unknown>,
): Promise<Record<Name, number>> {
  const done = work().then(() => 'done' as const);
  // Each at its own pace: one that answers late holds up no other.
  const peaks = Object.entries<Gauge>(gauges).map(async ([name, gauge]) => {
    let peak = 0;
    do peak = Math.max(peak, await gauge());
    while ((await Promise.race([done, delay(SAMPLE_MS)])) !== 'done');
    return [name, peak] as const;
  });
  return Object.fromEntries(await Promise.all(peaks)) as Record<Name, number>;
}

/** What these processes have in memory together, of what is no file's. Linux only. */
export const memoryOf =
  (pids: () => readonly number[]): Gauge =>
  () =>
    pids().reduce((sum, pid) => sum + ownMb(pid), 0);

function ownMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kibibytes = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? [];
    return (Number(kibibytes) * 1024) / 1e6;
  } catch {
    // It ended in the meantime.
    return 0;
  }
}
