import { expect, test } from 'vitest';
import { BUNDLE_BUDGET, measureBundleSizes } from '../../scripts/build/bundle.ts';

test('the main module and the dashboard module stay within their budgets', async () => {
  const sizes = await measureBundleSizes();
  for (const part of ['gzipBytes', 'dashboardGzipBytes'] as const) {
    expect(sizes[part], part).toBeGreaterThan(0);
    expect(sizes[part], part).toBeLessThanOrEqual(BUNDLE_BUDGET[part]);
  }
});
