/** Both days are included. Days are in UTC, written `2026-11-20`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const monthToDate = (now: number): DaySpan => ({
  from: `${dayOf(now).slice(0, 7)}-01`,
  to: dayOf(now),
});

const DAY_MS = 86_400_000;

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

export function oldestDayKept(now: number): string {
  const date = new Date(now);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - MONTHS_KEPT, 1));
}
