import { expect, test } from 'vitest';
import { BUNDLE_BUDGET, measureBundle } from '../../scripts/bundle.ts';

test('the main module, its start-up and the dashboard module stay within their budgets', async () => {
  const measured = await measureBundle();
  for (const part of ['gzipBytes', 'dashboardGzipBytes', 'startupMs'] as const) {
    expect(measured[part], part).toBeGreaterThan(0);
    expect(measured[part], part).toBeLessThanOrEqual(BUNDLE_BUDGET[part]);
  }
});
