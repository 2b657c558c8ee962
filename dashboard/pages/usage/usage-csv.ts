import type { DayOfUse } from '../../../schema/console/usage.ts';

const COLUMNS: readonly {
  readonly name: string;
  readonly value: (day: DayOfUse) => string | number | null;
}[] = [
  { name: 'day', value: ({ day }) => day },
  { name: 'live_files', value: ({ live }) => live },
  { name: 'test_files', value: ({ test }) => test },
  { name: 'requests', value: ({ requests }) => requests },
  { name: 'errors', value: ({ errors }) => errors },
  { name: 'median_ms', value: ({ medianMs }) => medianMs },
  { name: 'p95_ms', value: ({ p95Ms }) => p95Ms },
];

/** A line for each day, oldest first. Days and numbers need no quotation marks. */
export const usageCsv = (days: readonly DayOfUse[]): string =>
  [COLUMNS.map(({ name }) => name), ...days.map((day) => COLUMNS.map(({ value }) => value(day) ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

/** `usage 2026-10-28 to 2026-11-26.csv`. */
export const usageCsvName = (days: readonly DayOfUse[]): string =>
  `usage ${days[0]?.day} to ${days.at(-1)?.day}.csv`;
