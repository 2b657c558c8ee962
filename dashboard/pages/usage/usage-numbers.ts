import type { DayOfUse, UsageOverview } from '../../../schema/console/usage.ts';

export const DAY_RANGES = [7, 30, 90] as const;
export type DayRange = (typeof DAY_RANGES)[number];

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

/** Returns whether no file was created in these days and in the current month. */
export const isUnused = ({ quotaUsed, days }: UsageOverview): boolean =>
  quotaUsed === 0 && sumDays(days).files === 0;

// Days are in UTC, because the month of the quota is.
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const WHOLE_DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

export const formatShortDay = (day: string): string => SHORT_DAY.format(new Date(day));
export const formatMediumDay = (day: string): string => WHOLE_DAY.format(new Date(day));
export const formatDay = (instant: string): string => WHOLE_DAY.format(new Date(instant));

export const formatCount = (count: number): string => count.toLocaleString();

/** `1,234 ms`, or a dash for null. */
export const formatMs = (ms: number | null): string =>
  ms === null ? '–' : `${Math.round(ms).toLocaleString()} ms`;

/** `3.2 %`, or a dash if there were no requests. */
export const errorRate = ({ requests, errors }: Totals): string =>
  requests === 0
    ? '–'
    : new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(
        errors / requests,
      );
