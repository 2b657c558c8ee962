import { threadCpuUsage } from 'node:process';

/**
 * The most time of the processor that a piece of work takes before others of the process have a turn, in nanoseconds. The work may fail:
 * an input may be refused.
 */
export async function longestTurnNs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isRunning = true;
  let before = threadCpuUsage();
  const look = (): void => {
    const { user, system } = threadCpuUsage(before);
    longest = Math.max(longest, (user + system) * 1_000);
    before = threadCpuUsage();
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await Promise.allSettled([work()]);
  isRunning = false;
  look();
  return longest;
}
