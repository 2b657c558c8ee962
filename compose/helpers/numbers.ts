import { TemplateFault } from '../handlebars/located.ts';
import { isPresent } from '../handlebars/lookups.ts';
import type { Call, HelperBody, HelperTable } from './helper.ts';
import { localeOf, numberFormat } from './intl.ts';
import { listOf, numberOf, wholeNumber } from './values.ts';

const DIGITS = { min: 0, max: 20 } as const;

/** Drops the binary noise of decimal fractions: 0.1 + 0.2 prints 0.3. Doubles carry 15 decimal digits. */
const tidy = (number: number): number | null =>
  Number.isFinite(number) ? Number(number.toPrecision(15)) : null;

/** Digits after the decimal point, where the template names them. */
function fractionDigits({ hash }: Call): Intl.NumberFormatOptions {
  if (hash.digits === undefined) return {};
  const digits = wholeNumber('digits', hash.digits, DIGITS);
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

function formatted(call: Call, options: Intl.NumberFormatOptions): string | null {
  const number = numberOf(call.args[0]);
  if (number === null) return null;
  return numberFormat(localeOf(call.hash.locale, call.scope), { ...options, ...fractionDigits(call) }).format(
    number,
  );
}

/** Sources: specification, section 4.1; decision 11. */
const currency: HelperBody = (call) => {
  if (call.args.length < 2) throw new TemplateFault('a currency code is missing: {{currency amount "EUR"}}');
  const code = call.args[1];
  // An amount in no currency is not an amount in some other one.
  if (code === null || code === undefined) return null;
  if (typeof code !== 'string') throw new TemplateFault('the currency code must be text such as "EUR"');
  return formatted(call, { style: 'currency', currency: code });
};

/** All arguments as numbers, or null where one is none: a sum without one of its parts would be wrong. */
function operands({ args }: Call): number[] | null {
  const numbers: number[] = [];
  for (const arg of args) {
    const number = numberOf(arg);
    if (number === null) return null;
    numbers.push(number);
  }
  return numbers.length === 0 ? null : numbers;
}

const arithmetic =
  (combine: (left: number, right: number) => number): HelperBody =>
  (call) => {
    const numbers = operands(call);
    return numbers === null ? null : tidy(numbers.reduce((left, right) => combine(left, right)));
  };

/** Half away from zero, in decimal: 1.005 is 1.01 though its double lies below. */
const round: HelperBody = ({ args, hash }) => {
  const number = numberOf(args[0]);
  if (number === null) return null;
  const digits = wholeNumber('digits', args[1] ?? hash.digits ?? 0, DIGITS);
  const [mantissa, exponent = '0'] = Math.abs(number).toString().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole, power = '0'] = shifted.toString().split('e');
  return Math.sign(number) * Number(`${whole}e${Number(power) - digits}`);
};

/** `{{sum items "price"}}`, `{{sum numbers}}` or `{{sum 1 2 3}}`; what is no number is passed over. */
const sum: HelperBody = ({ args, scope }) => {
  const [first, path] = args;
  if (first === null || first === undefined) return null;
  if (!Array.isArray(first)) return total(args);
  if (path === undefined) return total(first);
  if (typeof path !== 'string') throw new TemplateFault('the field to sum must be text such as "price"');
  const names = path.split('.');
  scope.meter.step(first.length * names.length);
  return total(listOf(first).map((row) => fieldOf(row, names)));
};

function total(values: readonly unknown[]): number | null {
  let result = 0;
  for (const value of values) result += numberOf(value) ?? 0;
  return tidy(result);
}

function fieldOf(row: unknown, names: readonly string[]): unknown {
  let value = row;
  for (const name of names) {
    if (!isPresent(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

export const numberHelpers: HelperTable = {
  currency,
  formatCurrency: currency,
  formatNumber: (call) => formatted(call, {}),
  formatPercent: (call) => formatted(call, { style: 'percent', maximumFractionDigits: 2 }),
  add: arithmetic((left, right) => left + right),
  subtract: arithmetic((left, right) => left - right),
  multiply: arithmetic((left, right) => left * right),
  divide: arithmetic((left, right) => left / right),
  round,
  sum,
};
