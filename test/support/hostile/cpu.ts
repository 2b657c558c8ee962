import { threadCpuUsage } from 'node:process';

/** CPU time of this thread, in nanoseconds. Other processes do not count. */
export function measureCpuNs(work: () => void): number {
  const before = threadCpuUsage();
  work();
  return cpuNsSince(before);
}

function cpuNsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = threadCpuUsage(before);
  return (user + system) * 1_000;
}

/** Neighbours on the same processor slow a thread down for moments. Nothing makes it faster. */
const ROUNDS = 8;

/**
 * Returns how much more `measure` takes than `reference`: the least ratio of several rounds. The first round that is under
 * `bound` is enough.
 */
export async function leastRatio(
  measure: () => number | Promise<number>,
  reference: (round: number) => number | Promise<number>,
  bound: number,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= bound; round += 1) {
    const [took, compared] = [await measure(), await reference(round)];
    // A coarse clock may not move in a short time.
    if (compared > 0) least = Math.min(least, took / compared);
  }
  return least;
}

/** A reader that compares each character with all others has the growth 16. */
export const MAX_GROWTH = 4;

const LENGTH = 10_000;

/** The clock of a thread may move in steps of some milliseconds. */
const MEASURABLE_NS = 20_000_000;

/**
 * Returns how much more time the work takes for each character when the text is 16 times as long: 1 if it reads each character once.
 *
 * @param run is repeated until the text is long enough
 */
export async function growthOf(
  work: (text: string) => unknown,
  run: string,
  length = LENGTH,
): Promise<number> {
  const text = run.repeat(Math.ceil(length / run.length));
  const long = text.repeat(16);
  const measure = async (given: string, times: number) => {
    const before = threadCpuUsage();
    for (let time = 0; time < times; time += 1) await work(given);
    return cpuNsSince(before);
  };
  let times = 1;
  while ((await measure(text, times * 16)) < MEASURABLE_NS) times *= 2;
  return leastRatio(
    () => measure(long, times),
    () => measure(text, times * 16),
    MAX_GROWTH,
  );
}
