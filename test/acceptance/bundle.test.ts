import { expect, it } from 'vitest';
import { BUNDLE_BUDGET, measureBundle } from '../../scripts/bundle.ts';

it('the script of the Worker and its start-up stay within their budget', async () => {
  const { gzipBytes, startupMs } = await measureBundle();
  expect(gzipBytes).toBeGreaterThan(0);
  expect(gzipBytes).toBeLessThanOrEqual(BUNDLE_BUDGET.gzipBytes);
  expect(startupMs).toBeGreaterThan(0);
  expect(startupMs).toBeLessThanOrEqual(BUNDLE_BUDGET.startupMs);
});
