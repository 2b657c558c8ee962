import { expect, test } from 'vitest';
import { allowedPlaces } from '@platen/print-engine';
import { PLANS } from '../../../schema/plans.ts';
import { CAPACITY } from '../../support/brokers/printed.ts';
import { PRINT_MS, simulate } from '../../support/brokers/simulation.ts';

// A machine has one browser, so many browsers are simulated: the clients and the brokers are those of the product.

test('endless pages of one key, sent to many isolates, take no more browsers than its plan has, and delay no other workspace', async () => {
  const { maxBrowsers, pageShare } = PLANS.free;
  const result = await simulate({
    isolates: 100,
    perSecond: 100,
    endlessPerSecond: 10,
    rampMs: 20_000,
    measureMs: 30_000,
  });
  expect(result.browsers).toBeGreaterThan(maxBrowsers + 1);
  expect(result.endless).toEqual({
    browsers: maxBrowsers,
    pages: maxBrowsers * allowedPlaces(CAPACITY, pageShare),
  });
  expect(result.failures).toEqual({});
  expect(result.p95Ms).toBeLessThanOrEqual(3 * PRINT_MS);
}, 60_000);
