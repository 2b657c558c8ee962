import { expect, test } from 'vitest';
import { BUNDLE_BUDGET, measureBundle } from '../../scripts/bundle.ts';
import { doReferenceWork } from '../support/compose/reference-work.ts';

/** Start-up CPU time as a multiple of the reference work: a bound in milliseconds would measure the machine. */
const MAX_STARTUP_RATIO = 1.5;

/** CPU time of the reference work: the shortest of five runs, as for the start-up. */
function referenceMs(): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    doReferenceWork();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

test('the main module, its start-up and the dashboard module stay within their budgets', async () => {
  const measured = await measureBundle();
  for (const part of ['gzipBytes', 'dashboardGzipBytes'] as const) {
    expect(measured[part], part).toBeGreaterThan(0);
    expect(measured[part], part).toBeLessThanOrEqual(BUNDLE_BUDGET[part]);
  }
  expect(measured.startupMs).toBeGreaterThan(0);
  expect(measured.startupMs / referenceMs()).toBeLessThanOrEqual(MAX_STARTUP_RATIO);
});
