import { describe, expect, test } from 'vitest';
import { PRINT_MS, type Scenario, simulate } from '../../../support/brokers/simulation.ts';
import { LONG, typical } from '../../../support/thorough.ts';

const SHORT = { rampMs: 20_000, measureMs: 20_000 };

/** `npm run bench -- brokers` has the large ones. */
const SCENARIOS: readonly (readonly [string, Scenario])[] = [
  ['one isolate', { isolates: 1, perSecond: 60 }],
  ['200 isolates that each send a job every twenty seconds', { isolates: 200, perSecond: 10 }],
  ['200 isolates, 100 PDFs a second', { isolates: 200, perSecond: 100 }],
  [
    'two of three brokers out of reach, the first one among them',
    { isolates: 50, perSecond: 60, failing: (index) => index % 3 !== 2 },
  ],
  ['a reset of all brokers', { isolates: 50, perSecond: 60, resetAtMs: [100_000] }],
  ['every second launch refused', { isolates: 50, perSecond: 60, refusedLaunches: 0.5 }],
  ['one broker that takes eight times as long', { isolates: 50, perSecond: 100, slow: 1 }],
  ['a head that takes eight times as long', { isolates: 50, perSecond: 60, slow: 0 }],
];

describe('many isolates find brokers with room', () => {
  test.each(typical(SCENARIOS, 1))('%s', LONG, async (_name, scenario) => {
    const result = await simulate({ ...SHORT, ...scenario });
    expect(result.jobs).toBeGreaterThan(200);
    expect(result.failed / result.jobs, JSON.stringify(result.failures)).toBeLessThanOrEqual(0.005);
    expect(result.p95Ms).toBeLessThanOrEqual(3 * PRINT_MS);
    expect(result.browsers).toBeLessThanOrEqual(1.5 * result.neededBrowsers);
    expect(result.idleBrowsers).toBe(0);
  });
});
