import { expect, test } from 'vitest';
import { fuzz } from '../../support/compose/differential.ts';
import { IS_THOROUGH, LONG } from '../../support/thorough.ts';

/** `npm run tool -- sweeps` renders 20,000. */
const COUNT = Number(process.env.FUZZ_TEMPLATES ?? (IS_THOROUGH ? 2_000 : 500));

test('renders random templates as official Handlebars does', LONG, () => {
  const report = fuzz(4_710, COUNT);

  expect(report.differences).toEqual([]);
  // The others fail on both sides, most of them because a helper refuses a value.
  expect(report.rendered).toBeGreaterThan(0.65 * COUNT);
  expect(report.documented).toBeLessThan(0.01 * COUNT);
});
