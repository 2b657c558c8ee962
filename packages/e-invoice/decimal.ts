import { trimXml } from './xml/text.ts';

/** An exact decimal number: its digits, and how many of them follow the point. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** The form of xs:decimal, with as many digits as any invoice needs. */
const SHAPE = /^([+-]?)(\d{0,18})(?:\.(\d{0,18}))?$/;

export const ZERO: Decimal = { digits: 0n, scale: 0 };
export const ONE: Decimal = { digits: 1n, scale: 0 };
export const HUNDRED: Decimal = { digits: 100n, scale: 0 };

/** Returns null if the text is no decimal number. */
export function parseDecimal(text: string): Decimal | null {
  const [, sign = '', whole = '', fraction = ''] = SHAPE.exec(trimXml(text)) ?? [];
  if (whole === '' && fraction === '') return null;
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length };
}

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

const atScale = ({ digits, scale }: Decimal, wanted: number): bigint => digits * powerOfTen(wanted - scale);

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { digits: atScale(left, scale) + atScale(right, scale), scale };
}

export const negate = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale });

export const subtract = (left: Decimal, right: Decimal): Decimal => add(left, negate(right));

export const multiply = (left: Decimal, right: Decimal): Decimal => ({
  digits: left.digits * right.digits,
  scale: left.scale + right.scale,
});

export const sum = (values: readonly Decimal[]): Decimal => values.reduce(add, ZERO);

export const absolute = (value: Decimal): Decimal => (value.digits < 0n ? negate(value) : value);

export const isZero = ({ digits }: Decimal): boolean => digits === 0n;

/** Returns a number below zero if `left` is smaller, above zero if it is larger, and zero if they are equal. */
export function compare(left: Decimal, right: Decimal): number {
  const { digits } = subtract(left, right);
  return digits < 0n ? -1 : Number(digits > 0n);
}

export const equals = (left: Decimal, right: Decimal): boolean => compare(left, right) === 0;

/** Returns `dividend / divisor`, rounded once: half away from zero. */
export function divideAndRound(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  const top = absolute(dividend).digits * powerOfTen(decimals + divisor.scale);
  const bottom = absolute(divisor).digits * powerOfTen(dividend.scale);
  const digits = (top * 2n + bottom) / (bottom * 2n);
  return { digits: dividend.digits < 0n === divisor.digits < 0n ? digits : -digits, scale: decimals };
}

/** Rounds half away from zero, as people round money. */
export const round = (value: Decimal, decimals: number): Decimal => divideAndRound(value, ONE, decimals);

/** Rounds half up, as the rules of EN 16931 do: -0.5 becomes 0. */
export function roundHalfUp(value: Decimal, decimals: number): Decimal {
  if (value.scale <= decimals) return value;
  const unit = powerOfTen(value.scale - decimals);
  const shifted = value.digits + unit / 2n;
  const floor = shifted >= 0n || shifted % unit === 0n ? shifted / unit : shifted / unit - 1n;
  return { digits: floor, scale: decimals };
}

/** Writes a number with at least `decimals` digits after the point. */
export function format(value: Decimal, decimals = 0): string {
  const scale = Math.max(value.scale, decimals);
  const digits = atScale(value, scale);
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  return `${digits < 0n ? '-' : ''}${scale === 0 ? whole : `${whole}.${text.slice(text.length - scale)}`}`;
}

/** Writes an amount with at least two digits after the point. */
export const money = (value: Decimal): string => format(value, 2);
