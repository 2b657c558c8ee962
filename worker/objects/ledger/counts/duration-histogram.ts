/**
 * Buckets whose bounds grow by a constant factor, so percentiles are at most 5 % off (decision 23).
 * Source: Masson, Rim and Lee, "DDSketch", VLDB 2019.
 */
const ERROR = 0.05;
const GROWTH = (1 + ERROR) / (1 - ERROR);

/** Longer durations count as one hour. Every plan's timeout is shorter. */
const LONGEST_MS = 3_600_000;

/** From the number of a bucket to its count. */
export type DurationHistogram = ReadonlyMap<number, number>;

/** Returns the number of the bucket of a duration, at most 152. Durations below one millisecond count as one. */
export const bucketOf = (durationMs: number): number =>
  Math.ceil(Math.log(Math.min(Math.max(durationMs, 1), LONGEST_MS)) / Math.log(GROWTH));

/** Milliseconds. */
export const middleOf = (bucket: number): number => (2 * GROWTH ** bucket) / (GROWTH + 1);

/** Returns whole milliseconds, by nearest rank. It is null without values. For the median, `share` is 0.5. */
export function percentile(histogram: DurationHistogram, share: number): number | null {
  const buckets = [...histogram].sort(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(share * total));
  let counted = 0;
  for (const [bucket, count] of buckets) {
    counted += count;
    if (counted >= rank) return Math.max(1, Math.round(middleOf(bucket)));
  }
  return null;
}

export function merged(histograms: Iterable<DurationHistogram>): DurationHistogram {
  const sums = new Map<number, number>();
  for (const histogram of histograms) {
    for (const [bucket, count] of histogram) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
  }
  return sums;
}
