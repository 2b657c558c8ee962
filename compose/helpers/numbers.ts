import { isPresent, type Meter, TemplateFault } from '@platen/handlebars';
import { BadValue, type Rejected } from './bad-value.ts';
import type { Call, HelperBody, HelperTable } from './helper.ts';
import { chooseLocale, formatNumber } from './intl.ts';
import { isBlank, listArgument, numberArgument, rejectNumber, toNumber, wholeNumber } from './values.ts';

const DIGITS = { min: 0, max: 20 } as const;

/** Rounds to the 15 decimal digits that doubles hold: 0.1 + 0.2 prints 0.3. */
const tidy = (number: number): number | null =>
  Number.isFinite(number) ? Number(number.toPrecision(15)) : null;

function fractionDigits({ hash }: Call): Intl.NumberFormatOptions {
  if (hash.digits === undefined) return {};
  const digits = wholeNumber('digits', hash.digits, DIGITS);
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** More digits than a double holds, which a text can have. An exponent could be larger than any text. */
const LONG_NUMBER = /^[-+]?[\d.]{16,}$/;

const isLongNumber = (text: string): text is `${number}` => LONG_NUMBER.test(text);

/** Returns the text of a number that would lose digits. */
function exactText(value: unknown): `${number}` | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return isLongNumber(text) ? text : null;
}

function formatted(call: Call, options: Intl.NumberFormatOptions): string | null {
  const number = numberArgument(call);
  if (number === null) return null;
  const locale = chooseLocale(call.hash.locale, call.scope);
  return formatNumber(
    exactText(call.args[0]) ?? number,
    locale,
    { ...options, ...fractionDigits(call) },
    call.meter,
  );
}

/** Source: contract 1.4. */
const currency: HelperBody = (call) => {
  if (call.args.length < 2) throw new TemplateFault('a currency code is missing: {{currency amount "EUR"}}');
  const code = call.args[1];
  // The data has no currency, and any other one would be wrong.
  if (isBlank(code)) return null;
  if (typeof code !== 'string')
    throw new BadValue('the currency code must be text such as "EUR"', { argument: 1, value: code });
  return formatted(call, { style: 'currency', currency: code });
};

/** Returns null if an argument is blank, because the result would be wrong without it. */
function operands({ args }: Call): number[] | null {
  const numbers = args.map((_arg, argument) => numberArgument({ args }, argument));
  return numbers.length === 0 || !numbers.every((number) => number !== null) ? null : numbers;
}

const arithmetic =
  (combine: (left: number, right: number) => number): HelperBody =>
  (call) => {
    const numbers = operands(call);
    return numbers === null ? null : tidy(numbers.reduce((left, right) => combine(left, right)));
  };

/** Rounds half away from zero in decimal: 1.005 becomes 1.01, although its double is smaller. */
const round: HelperBody = ({ args, hash, meter }) => {
  const number = numberArgument({ args });
  if (number === null) return null;
  meter.step(2);
  const digits = wholeNumber('digits', args[1] ?? hash.digits ?? 0, DIGITS);
  const [mantissa, exponent = '0'] = Math.abs(number).toString().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole, power = '0'] = shifted.toString().split('e');
  return Math.sign(number) * Number(`${whole}e${Number(power) - digits}`);
};

/** `{{sum items "price"}}`, `{{sum numbers}}` or `{{sum 1 2 3}}`. Blanks are skipped. */
const sum: HelperBody = (call) => {
  const { args, meter } = call;
  const [first, path] = args;
  if (isBlank(first)) return null;
  const names = typeof path === 'string' && toNumber(path) === null ? path.split('.') : null;
  if (!Array.isArray(first) && names === null) return total(args, meter, (argument) => ({ argument }));
  const list = listArgument(call);
  if (names === null) {
    if (path !== undefined) throw new TemplateFault('the field to sum must be text such as "price"');
    return total(list, meter, (index) => ({ argument: 0, within: [index] }));
  }
  meter.step(list.length * names.length);
  const values = list.map((row) => readField(row, names));
  return total(values, meter, (index) => ({ argument: 0, within: [index, ...names] }));
};

/** @param find returns the place of a value from its index @throws {BadValue} */
function total(
  values: readonly unknown[],
  meter: Meter,
  find: (index: number) => Omit<Rejected, 'value'>,
): number | null {
  let result = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (typeof value === 'string') meter.step(value.length >> 5);
    if (!isBlank(value)) result += toNumber(value) ?? rejectNumber({ ...find(index), value });
  }
  return tidy(result);
}

function readField(row: unknown, names: readonly string[]): unknown {
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
