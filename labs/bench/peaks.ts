import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const SAMPLE_MS = 50;

/** In MB of 1,000,000 bytes. */
export type Gauge = () => number | Promise<number>;

export async function measurePeaksMb<Name extends string>(
  gauges: Readonly<Record<Name, Gauge>>,
  work: () => Promise<unknown>,
): Promise<Record<Name, number>> {
  const done = work().then(() => 'done' as const);
  // In parallel, so that a slow gauge does not delay the others.
  const peaks = Object.entries<Gauge>(gauges).map(async ([name, gauge]) => {
    let peak = 0;
    do peak = Math.max(peak, await gauge());
    while ((await Promise.race([done, delay(SAMPLE_MS)])) !== 'done');
    return [name, peak] as const;
  });
  return Object.fromEntries(await Promise.all(peaks)) as Record<Name, number>;
}

/** Anonymous memory (`RssAnon`). Linux only. */
export const memoryGauge =
  (pids: () => readonly number[]): Gauge =>
  () =>
    pids().reduce((sum, pid) => sum + readAnonymousMb(pid), 0);

function readAnonymousMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kibibytes = '0'] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? [];
    return (Number(kibibytes) * 1024) / 1e6;
  } catch {
    // The process has ended.
    return 0;
  }
}
