import { TemplateFault } from '@platen/handlebars';
import type { RenderScope } from './helper.ts';

/** Bounded, because the names in the keys come from templates. */
const MAX_FORMATTERS = 200;

/** Longer than any BCP 47 tag with extensions. */
const MAX_NAME_CHARS = 100;

// Caches by locale and options: a formatter takes 50 µs to build and under 1 µs to use.
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const pluralRulesByLocale = new Map<string, Intl.PluralRules>();
const knownLocales = new Set<string>();

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

export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return cached(numberFormats, locale, options, () => new Intl.NumberFormat(locale, options));
}

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached(dateFormats, locale, options, () => new Intl.DateTimeFormat(locale, options));
}

export function pluralRules(locale: string): Intl.PluralRules {
  return cached(pluralRulesByLocale, locale, {}, () => new Intl.PluralRules(locale));
}

export function requireLocale(name: string): void {
  if (!knownLocales.has(name)) {
    if (!isLocale(name)) throw new TemplateFault(`unknown locale "${name}"`);
    if (knownLocales.size >= MAX_FORMATTERS) knownLocales.clear();
    knownLocales.add(name);
  }
}

function cached<Format>(
  formats: Map<string, Format>,
  locale: string,
  options: object,
  build: () => Format,
): Format {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  requireLocale(locale);
  if (formats.size >= MAX_FORMATTERS) formats.clear();
  try {
    const format = build();
    formats.set(key, format);
    return format;
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
