import { Text } from '@mantine/core';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const SECOND = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const SECOND_MS = 1_000;
const UNITS = [
  ['day', 86_400 * SECOND_MS],
  ['hour', 3_600 * SECOND_MS],
  ['minute', 60 * SECOND_MS],
] as const;
/** Show older and later times as a date. */
const LONGEST_RELATIVE_MS = 7 * 86_400 * SECOND_MS;

interface DateTimeProps {
  /** ISO 8601. */
  readonly value: string;
  /**
   * `ago`: `3 hours ago`, or a date if it is more than a week; `minute`: date and time; `second`: with seconds; `day`: date; `time`:
   * time of day.
   */
  readonly show?: 'ago' | 'minute' | 'second' | 'day' | 'time';
}

/** The page is in English, dates are in the browser's language (WCAG 2.2, 3.1.2). */
const LANGUAGE = RELATIVE.resolvedOptions().locale;

/** A time in the browser's locale and time zone. The exact time is shown on hover. */
export function DateTime({ value, show = 'minute' }: DateTimeProps) {
  const instant = new Date(value);
  return (
    <Text component="time" inherit dateTime={value} lang={LANGUAGE} title={EXACT.format(instant)}>
      {format(instant, show)}
    </Text>
  );
}

function format(instant: Date, show: DateTimeProps['show']): string {
  if (show === 'day') return DAY.format(instant);
  if (show === 'minute') return MINUTE.format(instant);
  if (show === 'second') return SECOND.format(instant);
  if (show === 'time') return TIME.format(instant);
  const distanceMs = instant.getTime() - Date.now();
  if (Math.abs(distanceMs) > LONGEST_RELATIVE_MS) return DAY.format(instant);
  const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(distanceMs) >= ms) ?? ['second', SECOND_MS];
  return RELATIVE.format(unit === 'second' ? 0 : Math.round(distanceMs / unitMs), unit);
}
