import { TemplateFault } from '@platen/handlebars';
import { formatPattern } from './date-pattern.ts';
import { BadValue } from './bad-value.ts';
import type { Call, HelperBody, HelperTable } from './helper.ts';
import { chooseLocale, chooseTimeZone, formatDate as formatByIntl } from './intl.ts';
import { choice, isBlank } from './values.ts';

const STYLES = ['full', 'long', 'medium', 'short'] as const;

/** A date of ISO 8601. A space may stand in the place of the `T`. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(?:([Zz])|([-+]\d\d):?(\d\d)?)?)?$/;

/** Smaller numbers are seconds. As milliseconds they would be dates before March 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

interface Moment {
  readonly epochMs: number;
  /** Without an offset: the same hour in every time zone. */
  readonly wallClock: boolean;
}

const MAX_DATE_CHARS = 100;

/** The highest value that a `Date` can have. */
const MAX_EPOCH_MS = 8.64e15;

/** Returns null if the value is blank. @param args the first one is ISO 8601 text, or epoch seconds or milliseconds @throws {BadValue} */
function readMoment({ args: [value] }: Call): Moment | null {
  if (isBlank(value)) return null;
  const moment = parseMoment(value);
  if (typeof moment !== 'string') return moment;
  throw new BadValue(moment, { argument: 0, value });
}

/** Returns the rule that the value breaks, if it is no date. */
export function parseMoment(value: unknown): Moment | string {
  if (typeof value === 'number') {
    const epochMs = Math.abs(value) < FIRST_MILLISECONDS ? value * 1000 : value;
    return Math.abs(epochMs) <= MAX_EPOCH_MS ? { epochMs, wallClock: false } : NO_DATE;
  }
  if (typeof value !== 'string' || value.length > MAX_DATE_CHARS) return NO_DATE;
  return parseIso(value.trim());
}

const NO_DATE = 'the value must be a date such as 2026-03-01 or 2026-03-01T22:30:00Z';
const IMPOSSIBLE = 'the date must exist';

function parseIso(text: string): Moment | string {
  const found = ISO.exec(text);
  if (found === null) return NO_DATE;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', z, zone, minutes] =
    found;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const localMs = Date.parse(`${local}${fraction}Z`);
  // JavaScript turns 30 February into 2 March, and 24:00 into the next day.
  const exists = Number.isFinite(localMs) && new Date(localMs).toISOString().startsWith(local);
  // `-00:30` has the sign in text alone: the number -0 has lost it.
  const sign = zone?.startsWith('-') ? -1 : 1;
  const offset = sign * (Math.abs(Number(zone ?? 0)) * 60 + Number(minutes ?? 0));
  if (!exists || Math.abs(offset) >= DAY_MINUTES || Number(minutes ?? 0) >= 60) return IMPOSSIBLE;
  return { epochMs: localMs - offset * 60_000, wallClock: z === undefined && zone === undefined };
}

const DAY_MINUTES = 24 * 60;

function formatted(call: Call, preset: (style: (typeof STYLES)[number]) => Intl.DateTimeFormatOptions) {
  const { args, hash, scope, meter } = call;
  const moment = readMoment(call);
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
