import { threadCpuUsage } from 'node:process';

/** CPU time of this thread, in nanoseconds. Other processes do not count. */
export function measureCpuNs(work: () => void): number {
  const before = threadCpuUsage();
  work();
  const { user, system } = threadCpuUsage(before);
  return (user + system) * 1_000;
}
