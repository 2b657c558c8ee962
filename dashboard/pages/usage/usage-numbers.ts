import type { DayOfUse, UsageOverview } from '../../../schema/console/usage.ts';

/** Spans that the page offers, in days. */
export const SPANS = [7, 30, 90] as const;
export type Span = (typeof SPANS)[number];

export interface Totals {
  readonly files: number;
  readonly requests: number;
  readonly errors: number;
}

export const sumDays = (days: readonly DayOfUse[]): Totals =>
  days.reduce<Totals>(
    ({ files, requests, errors }, day) => ({
      files: files + day.live + day.test,
      requests: requests + day.requests,
      errors: errors + day.errors,
    }),
    { files: 0, requests: 0, errors: 0 },
  );

/** Whether anything was ever made here, as far as the span and the running month can tell. */
export const isUnused = ({ quotaUsed, days }: UsageOverview): boolean =>
  quotaUsed === 0 && sumDays(days).files === 0;

// Days are UTC's, whatever the reader's time zone: so is the quota's month.
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const WHOLE_DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** `2026-11-20` as an axis writes it: `20 Nov`. */
export const formatShortDay = (day: string): string => SHORT_DAY.format(new Date(day));
/** `2026-11-20` as a table writes it. */
export const formatMediumDay = (day: string): string => WHOLE_DAY.format(new Date(day));
/** The day on which an instant lies, in UTC. */
export const formatDay = (instant: string): string => WHOLE_DAY.format(new Date(instant));

export const formatCount = (count: number): string => count.toLocaleString();

/** `1,234 ms`, or a dash where nothing was measured. */
export const formatMs = (ms: number | null): string =>
  ms === null ? '–' : `${Math.round(ms).toLocaleString()} ms`;

/** `3.2 %` of the requests; a dash without one. */
export const errorRate = ({ requests, errors }: Totals): string =>
  requests === 0
    ? '–'
    : new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(
        errors / requests,
      );
