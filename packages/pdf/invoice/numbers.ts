import { foldNumbers } from './fold.ts';

/** A number as it is printed. */
export interface PrintedNumber {
  readonly written: string;
  /** Without signs, groups and zeros at the ends. `1.234` may be `1234` or `1.234`. */
  readonly values: readonly string[];
  /** It may be a part of the number before it: `500` of `2 500`, which may be two numbers. */
  readonly isPart: boolean;
}

const DATE = /(?<!\d)\d{1,4}([./-]) ?\d{1,2}\1 ?\d{1,4}(?!\d)/g;

/** Matches a number with groups of three digits, one with groups of India, and others. */
const NUMBER =
  /\d{1,3}(?:[ '.,]\d{3}){1,6}(?:[.,]\d{1,15})?(?!\d)|\d{1,2}(?:,\d\d){1,6},\d{3}(?:\.\d{1,15})?(?!\d)|\d{1,30}(?:[.,]\d{1,30}){0,4}/g;

const GROUPED = /^\d{1,3}(?:[ '.,]\d{3}){1,6}$|^\d{1,2}(?:,\d\d){1,6},\d{3}$/;

/** Cents may be raised: `1234⁵⁰`. */
const RAISED_CENTS = /(?<=\d[.,]?)[⁰¹²³⁴-⁹]{2}(?![⁰¹²³⁴-⁹])/g;

const FRACTION = /(?<!\d)(\d{1,9})? ?([¼½¾])/g;
const FRACTIONS: Readonly<Record<string, string>> = { '¼': '.25', '½': '.5', '¾': '.75' };

const unfold = (text: string): string =>
  text
    .replaceAll(
      RAISED_CENTS,
      (cents, at: number) => `${/\d/.test(text[at - 1] ?? '') ? signOfCents(text.slice(0, at)) : ''}${cents}`,
    )
    .replaceAll(
      FRACTION,
      (_, whole: string | undefined, part: string) => `${whole ?? 0}${FRACTIONS[part] ?? ''}`,
    );

/** Returns a decimal sign for an amount that has none, because its cents are raised. It is no sign of its groups. */
export const signOfCents = (whole: string): string => (/\.\d*$/.test(whole) ? ',' : '.');

/** Reads the numbers in a text. Those of dates are left out. */
export function readNumbers(text: string): PrintedNumber[] {
  const found = foldNumbers(unfold(text)).replaceAll(DATE, ' | ').match(NUMBER) ?? [];
  return found.flatMap((written) => {
    const parts = written.includes(' ') ? written.split(' ') : [];
    return [
      { written, values: valuesOf(written), isPart: false },
      ...parts.map((part) => ({ written: part, values: valuesOf(part), isPart: true })),
    ];
  });
}

/** Returns what a number may mean. */
function valuesOf(written: string): string[] {
  const separator = /[.,](?=\d+$)/.exec(written)?.[0];
  const values: string[] = [];
  if (separator === undefined || GROUPED.test(written)) values.push(written.replaceAll(/\D/g, ''));
  if (separator !== undefined && written.split(separator).length === 2) {
    const [whole = '', part = ''] = written.split(separator);
    values.push(`${whole.replaceAll(/\D/g, '')}.${part}`);
  }
  return values.map(toCanonical);
}

/** Returns a number without its sign and without zeros that mean nothing. Credit notes print their amounts with either sign. */
export function toCanonical(number: string): string {
  const [whole = '', part = ''] = number.replace(/^-/, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  // The time is bounded: numbers of pages and invoices have few digits.
  const decimals = part.replace(/0+$/, '');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}
