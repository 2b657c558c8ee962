import type { Call, HelperBody, HelperTable } from './helper.ts';
import { dateFormat, localeOf, timeZoneOf } from './intl.ts';
import { patternText } from './date-pattern.ts';
import { choice } from './values.ts';
import { TemplateFault } from '../handlebars/located.ts';

const STYLES = ['full', 'long', 'medium', 'short'] as const;

/** `2026-03-01`, or with a time: ISO 8601. The offset is what decides whether a time zone applies. */
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const ISO_LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** Smaller numbers are seconds: as milliseconds they would lie before March 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** An instant; `wallClock` where the text names no offset and so means the same hour everywhere. */
interface Moment {
  readonly epochMs: number;
  readonly wallClock: boolean;
}

/** A date from ISO text or from an epoch number in seconds or milliseconds; null for anything else. */
function momentOf(value: unknown): Moment | null {
  if (typeof value === 'number') {
    return valid(Math.abs(value) < FIRST_MILLISECONDS ? value * 1000 : value, false);
  }
  if (typeof value !== 'string' || value.length > 100) return null;
  const text = value.trim();
  if (ISO_DATE.test(text)) return valid(Date.parse(text), true);
  // Without a `Z`, JavaScript would read it in the time zone of the machine.
  if (ISO_LOCAL.test(text)) return valid(Date.parse(`${text.replace(' ', 'T')}Z`), true);
  return /^\d{4}-\d\d-\d\d/.test(text) ? valid(Date.parse(text), false) : null;
}

/** The range of `Date`. */
const valid = (epochMs: number, wallClock: boolean): Moment | null =>
  Math.abs(epochMs) <= 8.64e15 ? { epochMs, wallClock } : null;

function formatted(call: Call, preset: (style: (typeof STYLES)[number]) => Intl.DateTimeFormatOptions) {
  const { args, hash, scope } = call;
  const moment = momentOf(args[0]);
  const locale = localeOf(hash.locale, scope);
  const timeZone = timeZoneOf(hash.timeZone, scope);
  const style = choice('style', args[1] ?? hash.style ?? 'medium', STYLES);
  const { pattern } = hash;
  if (pattern !== undefined && typeof pattern !== 'string') {
    throw new TemplateFault('pattern must be text such as "dd.MM.yyyy"');
  }
  if (moment === null) return null;
  const zone = moment.wallClock ? 'UTC' : timeZone;
  const date = new Date(moment.epochMs);
  if (pattern !== undefined) return patternText(date, pattern, locale, zone);
  return dateFormat(locale, { ...preset(style), timeZone: zone }).format(date);
}

const formatDate: HelperBody = (call) => formatted(call, (dateStyle) => ({ dateStyle }));

/** A time is short unless told otherwise: hours and minutes. */
const formatTime: HelperBody = (call) =>
  formatted({ ...call, hash: { style: 'short', ...call.hash } }, (timeStyle) => ({ timeStyle }));

const formatDateTime: HelperBody = (call) =>
  formatted(call, (style) => ({ dateStyle: style, timeStyle: 'short' }));

export const dateHelpers: HelperTable = {
  formatDate,
  formatTime,
  formatDateTime,
  now: ({ scope }) => scope.now,
};
