import { findStandIn } from '@platen/markup';

/** An exact number: `units` of 10 to the power of minus `digits`. */
export interface Decimal {
  readonly units: bigint;
  readonly digits: number;
}

export const ZERO: Decimal = { units: 0n, digits: 0 };

/** A number as JavaScript and JSON write it. No exponent of theirs has more digits. */
const NUMBER = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?$/i;

/** @returns null if the text is not a number, such as `1,234.50` */
export function parseDecimal(text: string): Decimal | null {
  const [, sign = '', whole, fraction = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const digits = fraction.length - Number(exponent);
  const units = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  return digits < 0 ? { units: units * 10n ** BigInt(-digits), digits: 0 } : { units, digits };
}

export function add(one: Decimal, other: Decimal): Decimal {
  const digits = Math.max(one.digits, other.digits);
  const scale = (value: Decimal) => value.units * 10n ** BigInt(digits - value.digits);
  return { units: scale(one) + scale(other), digits };
}

/** Writes `-12.50`. */
export function writeDecimal({ units, digits }: Decimal): string {
  const text = `${units < 0n ? -units : units}`.padStart(digits + 1, '0');
  const point = text.length - digits;
  return `${units < 0n ? '-' : ''}${text.slice(0, point)}${digits > 0 ? `.${text.slice(point)}` : ''}`;
}

const isNumeric = (text: string): text is `${number}` => Number.isFinite(Number(text));

/** The words of `data-carry-sum`: `currency EUR`, `number 2`, both with an optional locale behind them, or nothing. */
const FORMAT = /^(?:(?:currency ([A-Za-z]{3})|number(?: (\d{1,2}))?)(?: ([-\w]{2,35}))?)?$/;

const MAX_DIGITS = 20;

export const DEFAULT_LANGUAGE = 'en-US';

type Formatter = (sum: Decimal) => string;

/** Making a formatter takes longer than using it. It is null if the format or the locale is not known. */
const formatters = new Map<string, Formatter | null>();

/**
 * Returns a function that writes a sum. Without a number of digits, a sum has as many as the longest of its amounts.
 * @param format the value of `data-carry-sum`
 * @param language the language of the element, for a format without a locale
 * @returns null if the format or the locale is not known
 */
export function toFormatter(format: string, language: string): Formatter | null {
  const key = JSON.stringify([format, language]);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const formatter = makeFormatter(format, language);
  formatters.set(key, formatter);
  return formatter;
}

/** The locales that others stand in for. */
const replaced = new Map<string, string>();

/** Returns the locales that Chromium has no formats for, each with the one whose formats were used. */
export const listReplaced = (): readonly (readonly [string, string])[] => [...replaced];

/** Returns the locale itself if Chromium has its formats, or else its stand-in. It is null for no locale. */
function findUsed(locale: string): string | null {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0 ? locale : findStandIn(locale);
  } catch {
    return null;
  }
}

function makeFormatter(format: string, language: string): Formatter | null {
  const found = FORMAT.exec(format.trim().replaceAll(/\s+/g, ' '));
  if (found === null) return null;
  const [, currency, digits, locale = language] = found;
  if (Number(digits ?? 0) > MAX_DIGITS) return null;
  const used = findUsed(locale);
  /** By number of digits. Only a format without a number of digits has several. */
  const formats = new Map<number, Intl.NumberFormat>();
  const formatOf = (count: number): Intl.NumberFormat => {
    const style =
      currency === undefined
        ? { minimumFractionDigits: count, maximumFractionDigits: count }
        : { style: 'currency' as const, currency };
    const known = formats.get(count) ?? new Intl.NumberFormat(used ?? DEFAULT_LANGUAGE, style);
    formats.set(count, known);
    return known;
  };
  const write = (sum: Decimal): string => {
    const count = Math.min(digits === undefined ? sum.digits : Number(digits), MAX_DIGITS);
    // A text keeps all its digits. A number would not.
    const text = writeDecimal(sum);
    return isNumeric(text) ? formatOf(count).format(text) : text;
  };
  try {
    // Chromium would write a locale that it does not know as another one.
    if (used === null) return null;
    write(ZERO);
    if (used !== locale) replaced.set(locale, used);
    return write;
  } catch {
    return null;
  }
}
