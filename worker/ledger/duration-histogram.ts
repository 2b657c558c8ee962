/**
 * How long things took, counted in buckets whose bounds grow by a constant factor. A percentile read from
 * it is at most 5 % off the exact one, however many durations there are; histograms of several days merge
 * by adding their counts, which loses nothing.
 *
 * Source: Masson, Rim and Lee, "DDSketch", VLDB 2019: with bounds that grow by (1 + a) / (1 - a), the
 * middle of a bucket is within a of everything in it.
 */
const ERROR = 0.05;
const GROWTH = (1 + ERROR) / (1 - ERROR);

/** One hour: longer than any plan's timeout. What takes longer counts as this. */
const LONGEST_MS = 3_600_000;

/** How many durations fell into each bucket, by its number. */
export type DurationHistogram = ReadonlyMap<number, number>;

/** The number of the bucket of a duration: at most 152 of them. Below a millisecond counts as one. */
export const bucketOf = (durationMs: number): number =>
  Math.ceil(Math.log(Math.min(Math.max(durationMs, 1), LONGEST_MS)) / Math.log(GROWTH));

/** What stands for every duration in the bucket, in milliseconds. */
const middleOf = (bucket: number): number => (2 * GROWTH ** bucket) / (GROWTH + 1);

/**
 * The duration that `share` of all are not longer than (nearest rank), rounded to a millisecond.
 *
 * @param share 0.5 for the median, 0.95 for the 95th percentile
 * @returns null for an empty histogram
 */
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

/** All durations of several histograms. */
export function merged(histograms: Iterable<DurationHistogram>): DurationHistogram {
  const sums = new Map<number, number>();
  for (const histogram of histograms) {
    for (const [bucket, count] of histogram) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
  }
  return sums;
}
