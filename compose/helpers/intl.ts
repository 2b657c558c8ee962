import { type Meter, TemplateFault } from '@platen/handlebars';
import { findStandIn } from '@platen/markup';
import type { RenderScope } from './helper.ts';

/** The most formatters of each kind that an isolate or a composition keeps. Their names come from templates. */
const MAX_FORMATTERS = 200;

/** Longer than any BCP 47 tag with extensions. */
const MAX_NAME_CHARS = 100;

// Measured: later uses take 2 µs to 60 µs, depending on the calendar.
const STEPS_PER_NUMBER = 3;
const STEPS_PER_DATE = 8;
const STEPS_PER_DATE_PARTS = 16;
/** These follow the moon by astronomy. */
const SLOW_CALENDARS: ReadonlyMap<string, number> = new Map([
  ['chinese', 120],
  ['dangi', 120],
  ['islamic', 25],
]);

/**
 * Formatters by locale and options. All compositions of the isolate share them, but each composition pays for those
 * that it uses. So its cost does not depend on what others have built.
 */
class Formatters<Format, Options extends object = object> {
  readonly #steps: number;
  readonly #build: (locale: string, options: Options) => Format;
  readonly #resolve: (locale: string, meter: Meter) => string;
  readonly #built = new Map<string, Format>();
  readonly #paid = new WeakMap<Meter, Map<string, Format>>();

  /**
   * @param steps for the first use, which builds the formatter
   * @param resolve finds the locale to build it for
   */
  constructor(
    steps: number,
    build: (locale: string, options: Options) => Format,
    resolve: (locale: string, meter: Meter) => string = toUsed,
  ) {
    this.#steps = steps;
    this.#build = build;
    this.#resolve = resolve;
  }

  /** @throws {TemplateFault} a locale or an option that `Intl` does not know */
  get(locale: string, options: Options, meter: Meter): Format {
    const paid = this.#paid.get(meter) ?? new Map<string, Format>();
    this.#paid.set(meter, paid);
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = paid.get(key);
    if (known !== undefined) return known;
    meter.step(this.#steps);
    const used = this.#resolve(locale, meter);
    const format = this.#built.get(key) ?? this.#checkAndBuild(used, options);
    keep(this.#built, key, format);
    keep(paid, key, format);
    return format;
  }

  #checkAndBuild(locale: string, options: Options): Format {
    try {
      return this.#build(locale, options);
    } catch (error) {
      // The messages of `Intl` differ between engines.
      if (error instanceof RangeError)
        throw new TemplateFault(`an option is not valid: ${JSON.stringify(options)}`);
      throw error;
    }
  }
}

/** The locales that others stand in for, of each composition. */
const replaced = new WeakMap<Meter, Map<string, string>>();

/** Returns the locales of the composition that `Intl` does not have, each with the one whose formats were used. */
export const listReplaced = (meter: Meter): readonly (readonly [string, string])[] => [
  ...(replaced.get(meter) ?? []),
];

/** @throws {TemplateFault} neither `Intl` nor the stand-ins have the locale */
function toUsed(locale: string, meter: Meter): string {
  const standIn = hasFormats(requireLocale(locale)) ? null : findStandIn(locale);
  if (standIn === null) return locale;
  replaced.set(meter, (replaced.get(meter) ?? new Map<string, string>()).set(locale, standIn));
  return standIn;
}

function requireLocale(locale: string): string {
  if (!isLocale(locale)) throw new TemplateFault(`unknown locale "${locale}"`);
  return locale;
}

/** The oldest entry makes room. A composition pays again for what it has lost. */
function keep<Format>(map: Map<string, Format>, key: string, format: Format): void {
  const [oldest] = map.keys();
  if (oldest !== undefined && map.size >= MAX_FORMATTERS && !map.has(key)) map.delete(oldest);
  map.set(key, format);
}

// Measured: up to 80 µs, 450 µs, 30 µs and 25 µs to build and use once.
const numberFormats = new Formatters(250, (locale, options: Intl.NumberFormatOptions) => {
  const { currency } = options;
  if (currency !== undefined && !/^[a-z]{3}$/i.test(currency))
    throw new TemplateFault(`"${currency}" is not a currency code such as EUR`);
  return new Intl.NumberFormat(locale, options);
});
const dateFormats = new Formatters(1_200, (locale, options: Intl.DateTimeFormatOptions) => {
  const { timeZone } = options;
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new TemplateFault(`"${timeZone}" is not a time zone such as Europe/Berlin`);
  const format = new Intl.DateTimeFormat(locale, options);
  return { format, extraSteps: SLOW_CALENDARS.get(format.resolvedOptions().calendar) ?? 0 };
});
const pluralRules = new Formatters(
  80,
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
);
/** Letter case needs no formats. */
const languages = new Formatters(60, (locale) => new Intl.Locale(locale).language, requireLocale);

/** Returns whether a text can be formatted for the locale, by its own formats or by those of another one. */
export const isLocale = (name: string): boolean =>
  hasFormats(name) || (isLanguage(name) && findStandIn(name) !== null);

/** `Intl` formats an unknown but well-formed tag as another locale. */
function hasFormats(name: string): boolean {
  if (name.length > MAX_NAME_CHARS) return false;
  try {
    return Intl.NumberFormat.supportedLocalesOf(name).length > 0;
  } catch {
    return false;
  }
}

/** Any well-formed tag. */
export function isLanguage(tag: string): boolean {
  if (tag.length > MAX_NAME_CHARS) return false;
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
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
  number: number | `${number}`,
  locale: string,
  options: Intl.NumberFormatOptions,
  meter: Meter,
): string {
  // Zero has no sign, also if it is rounded from a negative number.
  const text = numberFormats.get(locale, { signDisplay: 'negative', ...options }, meter).format(number);
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
  const { format, extraSteps } = dateFormats.get(locale, options, meter);
  meter.step(STEPS_PER_DATE + extraSteps);
  return format.format(date);
}

export function formatDateParts(
  date: Date,
  locale: string,
  options: Intl.DateTimeFormatOptions,
  meter: Meter,
): Intl.DateTimeFormatPart[] {
  const { format, extraSteps } = dateFormats.get(locale, options, meter);
  meter.step(STEPS_PER_DATE_PARTS + extraSteps);
  return format.formatToParts(date);
}

export function pluralCategory(
  number: number,
  locale: string,
  meter: Meter,
  type: Intl.PluralRuleType = 'cardinal',
): Intl.LDMLPluralRule {
  meter.step(Math.abs(number) < 1e15 ? 3 : 30);
  return pluralRules.get(locale, { type }, meter).select(number);
}

/** The language of a locale, such as `tr` of `tr-TR-u-ca-chinese`. Letter case depends on nothing else. */
export const findLanguage = (locale: string, meter: Meter): string => languages.get(locale, {}, meter);

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
