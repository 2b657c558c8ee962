import { type Meter, TemplateFault } from '@platen/handlebars';
import type { RenderScope } from './helper.ts';

/** Kept formatters, of the isolate and of each composition. Their names come from templates. */
const MAX_FORMATTERS = 200;

/** Longer than any BCP 47 tag with extensions. */
const MAX_NAME_CHARS = 100;

/**
 * Measured: the first use of a date format takes up to 450 µs, of a number format 80 µs, of plural rules 30 µs, of a
 * locale 25 µs. Later uses take 2 µs to 60 µs, depending on the calendar.
 */
const STEPS_TO_BUILD = { date: 1_200, number: 250, plural: 80, locale: 60 } as const;
const STEPS_PER_NUMBER = 3;
const STEPS_PER_DATE = 8;
const STEPS_PER_DATE_PARTS = 16;
/** These follow the moon by astronomy. */
const SLOW_CALENDARS: ReadonlyMap<string, number> = new Map([
  ['chinese', 120],
  ['dangi', 120],
  ['islamic', 25],
]);

type Kind = keyof typeof STEPS_TO_BUILD;

/** For all compositions of the isolate: a formatter is slow to build. */
const built = new Map<string, unknown>();

/** What each composition has paid for. So its cost does not depend on what others have built. */
const paid = new WeakMap<Meter, Map<string, unknown>>();

/** `Intl` formats an unknown but well-formed tag as another locale. */
export function isLocale(name: string): boolean {
  if (name.length > MAX_NAME_CHARS) return false;
  try {
    return Intl.NumberFormat.supportedLocalesOf(name).length > 0;
  } catch {
    return false;
  }
}

export function isTimeZone(name: string): boolean {
  if (name.length > MAX_NAME_CHARS) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export function formatNumber(
  number: number,
  locale: string,
  options: Intl.NumberFormatOptions,
  meter: Meter,
): string {
  const format = reuse('number', locale, options, meter, () => new Intl.NumberFormat(locale, options));
  const text = format.format(number);
  // A large number can have 300 digits.
  meter.step(STEPS_PER_NUMBER + (text.length >> 4));
  return text;
}

export function formatDate(
  date: Date,
  locale: string,
  options: Intl.DateTimeFormatOptions,
  meter: Meter,
): string {
  const { format, extraSteps } = dateFormat(locale, options, meter);
  meter.step(STEPS_PER_DATE + extraSteps);
  return format.format(date);
}

export function formatDateParts(
  date: Date,
  locale: string,
  options: Intl.DateTimeFormatOptions,
  meter: Meter,
): Intl.DateTimeFormatPart[] {
  const { format, extraSteps } = dateFormat(locale, options, meter);
  meter.step(STEPS_PER_DATE_PARTS + extraSteps);
  return format.formatToParts(date);
}

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions, meter: Meter) {
  return reuse('date', locale, options, meter, () => {
    const format = new Intl.DateTimeFormat(locale, options);
    return { format, extraSteps: SLOW_CALENDARS.get(format.resolvedOptions().calendar) ?? 0 };
  });
}

export function pluralCategory(number: number, locale: string, meter: Meter): Intl.LDMLPluralRule {
  const rules = reuse('plural', locale, {}, meter, () => new Intl.PluralRules(locale));
  meter.step(Math.abs(number) < 1e15 ? 3 : 30);
  return rules.select(number);
}

/**
 * The language of a locale, such as `tr` of `tr-TR-u-ca-chinese`. Letter case depends on nothing else.
 *
 * @throws {TemplateFault} a locale that `Intl` does not know
 */
export const findLanguage = (locale: string, meter: Meter): string =>
  reuse('locale', locale, {}, meter, () => new Intl.Locale(locale).language);

/** Returns what was built before, or charges for a new one and builds it. */
function reuse<Built extends object | string>(
  kind: Kind,
  locale: string,
  options: object,
  meter: Meter,
  build: () => Built,
): Built {
  let own = paid.get(meter);
  if (own === undefined) paid.set(meter, (own = new Map<string, unknown>()));
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  // The kind is part of the key, and each kind has one type.
  const known = own.get(key) as Built | undefined;
  if (known !== undefined) return known;
  meter.step(STEPS_TO_BUILD[kind]);
  const made = (built.get(key) as Built | undefined) ?? buildFormatter(locale, build);
  keep(built, key, made);
  keep(own, key, made);
  return made;
}

/** The oldest entry makes room. A composition pays again for what it has lost. */
function keep(map: Map<string, unknown>, key: string, value: unknown): void {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size >= MAX_FORMATTERS && !map.has(key)) map.delete(oldest);
  map.set(key, value);
}

function buildFormatter<Built>(locale: string, build: () => Built): Built {
  if (!isLocale(locale)) throw new TemplateFault(`unknown locale "${locale}"`);
  try {
    return build();
  } catch (error) {
    // The message of `Intl` names the unknown value.
    if (error instanceof RangeError) throw new TemplateFault(lowerFirst(error.message));
    throw error;
  }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export function chooseLocale(given: unknown, scope: RenderScope): string {
  return chooseName('locale', 'de-DE', given, scope.locale);
}

export function chooseTimeZone(given: unknown, scope: RenderScope): string {
  return chooseName('timeZone', 'Europe/Berlin', given, scope.timeZone);
}

function chooseName(option: string, example: string, given: unknown, preset: string): string {
  if (given === undefined || given === null || given === '') return preset;
  if (typeof given !== 'string') throw new TemplateFault(`${option} must be text such as "${example}"`);
  return given;
}
