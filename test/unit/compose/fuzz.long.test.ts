import { expect, test } from 'vitest';
import { fuzzTemplates } from '../../support/compose/differential.ts';

/** `npm run tool -- sweeps` renders 20,000. */
const COUNT = Number(process.env.FUZZ_TEMPLATES ?? 2_000);

test('renders random templates as official Handlebars does', async () => {
  const report = await fuzzTemplates({ seed: 4_710, count: COUNT });

  expect(report.failures).toEqual([]);
  // The others fail on both sides, most of them because a helper refuses a value.
  expect(report.rendered).toBeGreaterThan(0.65 * COUNT);
  expect(report.documented).toBeLessThan(0.01 * COUNT);
});
