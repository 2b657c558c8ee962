import { expect, test } from 'vitest';
import { fuzz } from '../../support/compose/differential.ts';

test('renders 20,000 random templates as official Handlebars does', { timeout: 240_000 }, () => {
  const report = fuzz(4_710, 20_000);

  expect(report.differences).toEqual([]);
  expect(report.rendered).toBeGreaterThan(14_000);
  expect(report.documented).toBeLessThan(200);
});
