import { describe, expect, test } from 'vitest';
import {
  bucketOf,
  type DurationHistogram,
  merged,
  percentile,
} from '../../../../../worker/objects/ledger/counts/duration-histogram.ts';
import { Random } from '../../../../support/random.ts';

function histogramOf(durationsMs: readonly number[]): DurationHistogram {
  const counts = new Map<number, number>();
  for (const duration of durationsMs) {
    counts.set(bucketOf(duration), (counts.get(bucketOf(duration)) ?? 0) + 1);
  }
  return counts;
}

/** The nearest-rank percentile: at least `share` of all durations are not longer than it. */
const exact = (durationsMs: readonly number[], share: number): number =>
  durationsMs.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(share * durationsMs.length)) - 1] ??
  Number.NaN;

/** A log-normal distribution: most pages take a few hundred milliseconds, some take seconds. */
function durations(count: number, seed: number): number[] {
  const next = Random.seeded(seed).fraction;
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return Array.from({ length: count }, () => Math.round(Math.exp(5.5 + normal())));
}

const within = (estimate: number | null, truth: number) => Math.abs((estimate ?? Infinity) - truth) / truth;

describe('a percentile', () => {
  test.each([1, 2, 7, 100, 5_000])('of %d durations is at most 5 %% off the exact one', (count) => {
    for (const seed of [1, 2, 3]) {
      const all = durations(count, seed);
      for (const share of [0.01, 0.5, 0.95, 0.99, 1]) {
        // Plus half a millisecond, because the estimate is rounded to whole milliseconds.
        const truth = exact(all, share);
        expect(within(percentile(histogramOf(all), share), truth)).toBeLessThanOrEqual(0.05 + 0.5 / truth);
      }
    }
  });

  test('of merged days is the percentile of all their durations', () => {
    const days = [durations(300, 4), durations(20, 5), durations(1_000, 6)];
    const together = histogramOf(days.flat());
    expect(percentile(merged(days.map(histogramOf)), 0.95)).toBe(percentile(together, 0.95));
  });

  test('of nothing is null', () => {
    expect(percentile(new Map(), 0.5)).toBeNull();
  });
});

describe('the buckets', () => {
  test('are at most 152, from zero to more than any plan allows', () => {
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(Number.MAX_SAFE_INTEGER)).toBe(151);
  });
});
