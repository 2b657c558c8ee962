import { threadCpuUsage } from 'node:process';
import { expect } from 'vitest';
import { describeHostileTemplates } from '../../support/compose/hostile-suite.ts';

const MAX_CPU_MS = 1_000;

/** Of this thread only. */
function cpuMs(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
}

describeHostileTemplates((work) => {
  const startedAtMs = cpuMs();
  const result = work();
  expect(cpuMs() - startedAtMs).toBeLessThan(MAX_CPU_MS);
  return result;
});
