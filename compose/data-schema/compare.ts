import type { DataCheck } from './data-check.ts';
import { isObject } from './schema.ts';

/** Compares JSON values. Not recursive, because data can be nested deeper than the stack. */
export function deepEqual(left: unknown, right: unknown, check: DataCheck): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    check.step(1);
    const [a, b] = pair;
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return false;
      check.step(a.length);
      for (const [at, item] of a.entries()) pairs.push([item, b[at]]);
    } else if (isObject(a) && isObject(b)) {
      const keys = Object.keys(a);
      check.step(keys.length);
      if (keys.length !== Object.keys(b).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false;
        pairs.push([a[key], b[key]]);
      }
    } else {
      if (typeof a === 'string') check.step(a.length / 32);
      if (a !== b) return false;
    }
  }
  return true;
}

/** Exact in decimal: 0.3 is a multiple of 0.1, although its double is not. */
export function isMultiple(number: number, divisor: number): boolean {
  const [numberDigits, numberExponent] = toDecimal(number);
  const [divisorDigits, divisorExponent] = toDecimal(divisor);
  const shift = numberExponent - divisorExponent;
  if (shift >= 0) return (numberDigits * 10n ** BigInt(shift)) % divisorDigits === 0n;
  return numberDigits % (divisorDigits * 10n ** BigInt(-shift)) === 0n;
}

/** @returns digits and exponent: 1.25 is 125 and -2 */
function toDecimal(number: number): [bigint, number] {
  const [mantissa = '0', exponent = '0'] = Math.abs(number).toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
