/** Both days are included. Days are in UTC, written `2026-11-20`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

let latest = { start: 0, day: '1970-01-01' };

/** Nearly all times are of the same day as the time before. */
export function dayOf(time: number): string {
  const start = time - (time % DAY_MS);
  if (start !== latest.start) latest = { start, day: new Date(time).toISOString().slice(0, 10) };
  return latest.day;
}

/** All days of a month, which is written `2026-11`. The end sorts after the last day of a shorter month. */
export const daysOfMonth = (month: string): DaySpan => ({ from: `${month}-01`, to: `${month}-31` });

export const lastDays = (days: number, now: number): DaySpan => ({
  from: dayOf(now - (days - 1) * DAY_MS),
  to: dayOf(now),
});

export function daysOf({ from, to }: DaySpan): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY_MS) days.push(dayOf(time));
  return days;
}

/** Full months before the current one. */
const MONTHS_KEPT = 13;

/** Returns whether the counts of this month (`2026-11`) are kept. */
export const isMonthKept = (month: string, now: number): boolean =>
  oldestDayKept(now).slice(0, 7) <= month && month <= dayOf(now).slice(0, 7);

export function oldestDayKept(now: number): string {
  const date = new Date(now);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS_KEPT, 1));
}
