import { Text } from '@mantine/core';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const SECOND_MS = 1_000;
const UNITS = [
  ['day', 86_400 * SECOND_MS],
  ['hour', 3_600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
] as const;
/** Beyond this, a date says more than a number of days. */
const LONGEST_RELATIVE_MS = 7 * 86_400 * SECOND_MS;

interface DateTimeProps {
  /** ISO 8601. */
  readonly value: string;
  /**
   * `ago`: `3 hours ago`, and a date once that is a week; `minute`: date and time; `day`: the date; `time`:
   * the time of the day.
   */
  readonly show?: 'ago' | 'minute' | 'day' | 'time';
}

/** The page speaks English; `vor 3 Stunden` is to be read out as what it is (WCAG 2.2, 3.1.2). */
const LANGUAGE = RELATIVE.resolvedOptions().locale;

/** An instant in the reader's locale and time zone; the exact time shows on hover. */
export function DateTime({ value, show = 'minute' }: DateTimeProps) {
  const instant = new Date(value);
  return (
    <Text component="time" inherit dateTime={value} lang={LANGUAGE} title={EXACT.format(instant)}>
      {words(instant, show)}
    </Text>
  );
}

function words(instant: Date, show: DateTimeProps['show']): string {
  if (show === 'day') return DAY.format(instant);
  if (show === 'minute') return MINUTE.format(instant);
  if (show === 'time') return TIME.format(instant);
  const distanceMs = instant.getTime() - Date.now();
  if (Math.abs(distanceMs) > LONGEST_RELATIVE_MS) return DAY.format(instant);
  const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(distanceMs) >= ms) ?? ['second', SECOND_MS];
  return RELATIVE.format(unit === 'second' ? 0 : Math.round(distanceMs / unitMs), unit);
}
