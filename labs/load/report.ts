import { table } from '../bench/measure.ts';
import type { Totals } from './balance.ts';
import type { ClientBooks } from './client-books.ts';
import type { Rates } from './traffic.ts';
import { round, type Samples } from './samples.ts';

export interface Report {
  /** The rules that do not hold. */
  readonly problems: readonly string[];
  readonly tables: readonly string[];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export function clientTable(books: ClientBooks, { perSecond, resultsPerSecond }: Rates): string {
  const rows = [...books.counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([kind, { sent, done, refused, failed, unanswered, longestMs }]) => [
      kind,
      ...[sent, done, refused, failed, unanswered].map(String),
      seconds(longestMs),
    ]);
  const sums = (['done', 'refused', 'failed', 'unanswered'] as const).map((outcome) => books.total(outcome));
  const all = sums.reduce((sum, count) => sum + count, 0);
  return `${perSecond.toFixed(1)} requests a second arrived, and ${resultsPerSecond.toFixed(1)} of them got their result meanwhile.

${table([
  ['Request', 'Sent', 'Result', '429 or 503', 'Other', 'No answer', 'Longest'],
  ...rows,
  ['all', String(all), ...sums.map(String), ''],
])}

Other answers: ${codes(books.codes)}.`;
}

const codes = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([code, count]) => `${count} × ${code}`).join(', ') || 'none';

export function sampleTable(samples: Samples): string {
  const rows = Object.entries(samples.thirds()).map(([name, medians]) => [name, ...medians.map(round)]);
  return table([['Median of samples', 'First third', 'Second third', 'Last third'], ...rows]);
}

/** @param pdfs objects in R2 */
export function booksTable(totals: Totals, pdfs: number): string {
  return table([
    ['Books', 'Number'],
    ['live files that clients know', String(totals.made)],
    ['credits spent', String(totals.credits)],
    ['PDFs counted', String(totals.counted)],
    ['files that should be kept, with those of test keys', String(totals.kept)],
    ['files in the index', String(totals.files)],
    ['PDFs in R2', String(pdfs)],
    ['jobs that succeeded', String(totals.jobs)],
    ['batches that ended', String(totals.batches)],
    ['jobs and rows that failed', codes(totals.failures)],
    ['events recorded', String(totals.events)],
    ['events that arrived', String(totals.delivered)],
  ]);
}

/** @param begun how often each fault happened */
export function faultTable(begun: ReadonlyMap<string, number>, jumps: number): string {
  const rows = [...begun].sort(([one], [other]) => one.localeCompare(other));
  return table([
    ['Fault', 'Times'],
    ...rows.map(([name, times]) => [name, String(times)]),
    ['the clock moves over a retention, a month or the expiry of a key', String(jumps)],
  ]);
}
