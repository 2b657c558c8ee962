import { threadCpuUsage } from 'node:process';

/** CPU time of this thread, in nanoseconds. Other processes do not count. */
export function measureCpuNs(work: () => void): number {
  const before = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) * 1_000;
}

/** Neighbours on the same processor slow a thread down for moments. Nothing makes it faster. */
const ROUNDS = 8;

/**
 * How much more `measure` takes than `reference`: the least ratio of several rounds. The first round that is under
 * `bound` is enough.
 */
export async function leastRatio(
  measure: () => number | Promise<number>,
  reference: (round: number) => number | Promise<number>,
  bound: number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= bound; round += 1) {
    least = Math.min(least, (await measure()) / (await reference(round)));
  }
  return least;
}
