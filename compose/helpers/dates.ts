import { TemplateFault } from '@platen/handlebars';
import { formatPattern } from './date-pattern.ts';
import type { Call, HelperBody, HelperTable } from './helper.ts';
import { chooseLocale, chooseTimeZone, formatDate as formatByIntl } from './intl.ts';
import { choice } from './values.ts';

const STYLES = ['full', 'long', 'medium', 'short'] as const;

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const ISO_LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;

/** Smaller numbers are seconds. As milliseconds they would be dates before March 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

interface Moment {
  readonly epochMs: number;
  /** Without an offset: the same hour in every time zone. */
  readonly wallClock: boolean;
}

/** @param value ISO 8601 text, or epoch seconds or milliseconds. Anything else is null. */
function parseMoment(value: unknown): Moment | null {
  if (typeof value === 'number') {
    return valid(Math.abs(value) < FIRST_MILLISECONDS ? value * 1000 : value, false);
  }
  if (typeof value !== 'string' || value.length > 100) return null;
  const text = value.trim();
  if (ISO_DATE.test(text)) return valid(Date.parse(text), true);
  // Without `Z`, JavaScript would use the time zone of the machine.
  if (ISO_LOCAL.test(text)) return valid(Date.parse(`${text.replace(' ', 'T')}Z`), true);
  return /^\d{4}-\d\d-\d\d/.test(text) ? valid(Date.parse(text), false) : null;
}

const valid = (epochMs: number, wallClock: boolean): Moment | null =>
  Math.abs(epochMs) <= 8.64e15 ? { epochMs, wallClock } : null;

function formatted(call: Call, preset: (style: (typeof STYLES)[number]) => Intl.DateTimeFormatOptions) {
  const { args, hash, scope, meter } = call;
  const moment = parseMoment(args[0]);
  const locale = chooseLocale(hash.locale, scope);
  const timeZone = chooseTimeZone(hash.timeZone, scope);
  const style = choice('style', args[1] ?? hash.style ?? 'medium', STYLES);
  const { pattern } = hash;
  if (pattern !== undefined && typeof pattern !== 'string') {
    throw new TemplateFault('pattern must be text such as "dd.MM.yyyy"');
  }
  if (moment === null) return null;
  const zone = moment.wallClock ? 'UTC' : timeZone;
  const date = new Date(moment.epochMs);
  if (pattern !== undefined) return formatPattern(date, pattern, { locale, timeZone: zone, meter });
  return formatByIntl(date, locale, { ...preset(style), timeZone: zone }, meter);
}

const formatDate: HelperBody = (call) => formatted(call, (dateStyle) => ({ dateStyle }));

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
