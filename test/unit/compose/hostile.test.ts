import { threadCpuUsage } from 'node:process';
import { expect } from 'vitest';
import { describeHostileTemplates } from '../../support/compose/hostile-suite.ts';
import { doReferenceWork } from '../../support/compose/reference-work.ts';

/** CPU time of a template, as a multiple of the reference work in the same thread. */
const MAX_CPU_RATIO = 20;

/** CPU time of this thread in milliseconds. */
function measureCpuMs<Result>(work: () => Result): { result: Result; cpuMs: number } {
  const start = threadCpuUsage();
  const result = work();
  const { user, system } = threadCpuUsage(start);
  return { result, cpuMs: (user + system) / 1_000 };
}

doReferenceWork();

describeHostileTemplates((work) => {
  const { cpuMs: referenceMs } = measureCpuMs(doReferenceWork);
  const { result, cpuMs } = measureCpuMs(work);
  expect(cpuMs / referenceMs).toBeLessThan(MAX_CPU_RATIO);
  return result;
});
