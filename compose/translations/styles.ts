import { MessageFault } from './message.ts';

/** A style is an option of `Intl`, or a skeleton after `::`. */
const SKELETON = '::';

const MAX_STYLE_CHARS = 100;

export interface NumberStyle {
  readonly options: Intl.NumberFormatOptions;
  readonly scale: number;
}

/** @throws {MessageFault} */
export function readNumberStyle(style: string): NumberStyle {
  const skeleton = readSkeleton(style);
  if (skeleton !== null) return readNumberSkeleton(skeleton);
  switch (style) {
    case '':
      return { options: {}, scale: 1 };
    case 'integer':
      return { options: { maximumFractionDigits: 0 }, scale: 1 };
    case 'percent':
      return { options: { style: 'percent' }, scale: 1 };
    default:
      throw new MessageFault(
        `"${style}" is not a style of a number: it must be integer, percent, or a skeleton such as ::.00 or ::currency/EUR`,
      );
  }
}

/** @throws {MessageFault} */
export const readDateStyle = (style: string): Intl.DateTimeFormatOptions => {
  const skeleton = readSkeleton(style);
  return skeleton === null ? { dateStyle: readLength('date', style) } : readDateSkeleton(skeleton);
};

/** @throws {MessageFault} */
export const readTimeStyle = (style: string): Intl.DateTimeFormatOptions => {
  const skeleton = readSkeleton(style);
  return skeleton === null ? { timeStyle: readLength('time', style) } : readDateSkeleton(skeleton);
};

const LENGTHS = ['short', 'medium', 'long', 'full'] as const;

function readLength(kind: string, style: string): (typeof LENGTHS)[number] {
  const found = LENGTHS.find((length) => length === (style || 'medium'));
  if (found !== undefined) return found;
  throw new MessageFault(
    `"${style}" is not a style of a ${kind}: it must be ${LENGTHS.join(', ')}, or a skeleton such as ::yMMMd`,
  );
}

function readSkeleton(style: string): string | null {
  if (style.length > MAX_STYLE_CHARS)
    throw new MessageFault(`a style must have at most ${MAX_STYLE_CHARS} characters`);
  return style.startsWith(SKELETON) ? style.slice(SKELETON.length).trim() : null;
}

/** Both, because the last precision of a skeleton counts, and `Intl` refuses a minimum above the maximum. */
const INTEGER_DIGITS = { minimumFractionDigits: 0, maximumFractionDigits: 0 } as const;

/** Source: https://unicode-org.github.io/icu/userguide/format_parse/numbers/skeletons.html */
const NUMBER_STEMS: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  percent: { style: 'unit', unit: 'percent' },
  '%': { style: 'unit', unit: 'percent' },
  '%x100': { style: 'percent' },
  'compact-short': { notation: 'compact', compactDisplay: 'short' },
  K: { notation: 'compact', compactDisplay: 'short' },
  'compact-long': { notation: 'compact', compactDisplay: 'long' },
  KK: { notation: 'compact', compactDisplay: 'long' },
  scientific: { notation: 'scientific' },
  engineering: { notation: 'engineering' },
  'precision-integer': INTEGER_DIGITS,
  '.': INTEGER_DIGITS,
  'precision-unlimited': { maximumFractionDigits: 20 },
  'group-off': { useGrouping: false },
  ',_': { useGrouping: false },
  'sign-always': { signDisplay: 'always' },
  '+!': { signDisplay: 'always' },
  'sign-never': { signDisplay: 'never' },
  '+_': { signDisplay: 'never' },
  'sign-except-zero': { signDisplay: 'exceptZero' },
  '+?': { signDisplay: 'exceptZero' },
  'sign-accounting': { currencySign: 'accounting' },
  '()': { currencySign: 'accounting' },
  'unit-width-narrow': { currencyDisplay: 'narrowSymbol', unitDisplay: 'narrow' },
  'unit-width-short': { currencyDisplay: 'symbol', unitDisplay: 'short' },
  'unit-width-full-name': { currencyDisplay: 'name', unitDisplay: 'long' },
  'unit-width-iso-code': { currencyDisplay: 'code' },
};

// `Intl` writes at most 21 digits of some of them.
const FRACTION = /^\.(0{0,10})(#{0,10})$/;
const SIGNIFICANT = /^(@{1,10})(#{0,10})$/;
const INTEGER = /^(?:integer-width\/\*)?(0{1,20})$/;
const OPTION = /^(currency|unit|measure-unit|scale)\/(.+)$/;

function readNumberSkeleton(skeleton: string): NumberStyle {
  let options: Intl.NumberFormatOptions = {};
  let scale = 1;
  for (const token of skeleton.split(/\s+/)) {
    const [, stem, option = ''] = OPTION.exec(token) ?? [];
    if (stem === 'scale' && Number(option) > 0) scale = Number(option);
    else options = { ...options, ...readToken(token, stem, option) };
  }
  return { options, scale };
}

/** `Intl` accepts each code of this form. */
const CURRENCY = /^[A-Za-z]{3}$/;

const UNITS = new Set(Intl.supportedValuesOf('unit'));

/** Such as `kilometer` and `kilometer-per-hour`. */
function readUnit(unit: string): string {
  if (unit.split('-per-', 3).length > 2 || !unit.split('-per-').every((part) => UNITS.has(part)))
    throw new MessageFault(`"${unit}" is not a unit that is supported`);
  return unit;
}

function readToken(token: string, stem: string | undefined, option: string): Intl.NumberFormatOptions {
  if (stem === 'currency' && CURRENCY.test(option)) return { style: 'currency', currency: option };
  if (stem === 'unit') return { style: 'unit', unit: readUnit(option) };
  // It has the kind of the unit in front, such as `length-meter`.
  if (stem === 'measure-unit') return { style: 'unit', unit: readUnit(option.replace(/^[^-]*-/, '')) };
  const known = Object.hasOwn(NUMBER_STEMS, token) ? NUMBER_STEMS[token] : undefined;
  if (known !== undefined) return known;
  const [, zeros = '', hashes = ''] = FRACTION.exec(token) ?? [];
  if (zeros + hashes !== '')
    return { minimumFractionDigits: zeros.length, maximumFractionDigits: zeros.length + hashes.length };
  const [, least = '', most = ''] = SIGNIFICANT.exec(token) ?? [];
  if (least !== '')
    return { minimumSignificantDigits: least.length, maximumSignificantDigits: least.length + most.length };
  const [, digits = ''] = INTEGER.exec(token) ?? [];
  if (digits !== '') return { minimumIntegerDigits: digits.length };
  throw new MessageFault(`"${token}" in the skeleton of a number is not supported`);
}

/** Source: https://unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table. The index is the number of letters. */
const DATE_FIELDS: Readonly<Record<string, readonly (Intl.DateTimeFormatOptions | null)[]>> = {
  G: [null, { era: 'short' }, { era: 'short' }, { era: 'short' }, { era: 'long' }, { era: 'narrow' }],
  y: [null, { year: 'numeric' }, { year: '2-digit' }, null, { year: 'numeric' }],
  M: months(),
  L: months(),
  d: [null, { day: 'numeric' }, { day: '2-digit' }],
  E: weekdays(),
  a: [null, { hour12: true }],
  j: hours({}),
  h: hours({ hourCycle: 'h12' }),
  H: hours({ hourCycle: 'h23' }),
  K: hours({ hourCycle: 'h11' }),
  k: hours({ hourCycle: 'h24' }),
  m: [null, { minute: 'numeric' }, { minute: '2-digit' }],
  s: [null, { second: 'numeric' }, { second: '2-digit' }],
  S: [null, { fractionalSecondDigits: 1 }, { fractionalSecondDigits: 2 }, { fractionalSecondDigits: 3 }],
  z: [
    null,
    { timeZoneName: 'short' },
    { timeZoneName: 'short' },
    { timeZoneName: 'short' },
    { timeZoneName: 'long' },
  ],
};

function months(): (Intl.DateTimeFormatOptions | null)[] {
  return [
    null,
    { month: 'numeric' },
    { month: '2-digit' },
    { month: 'short' },
    { month: 'long' },
    { month: 'narrow' },
  ];
}

function weekdays(): (Intl.DateTimeFormatOptions | null)[] {
  const short = { weekday: 'short' } as const;
  return [null, short, short, short, { weekday: 'long' }, { weekday: 'narrow' }];
}

function hours(cycle: Intl.DateTimeFormatOptions): (Intl.DateTimeFormatOptions | null)[] {
  return [null, { hour: 'numeric', ...cycle }, { hour: '2-digit', ...cycle }];
}

function readDateSkeleton(skeleton: string): Intl.DateTimeFormatOptions {
  let options: Intl.DateTimeFormatOptions = {};
  for (const [letters] of skeleton.matchAll(/(.)\1*/gs)) {
    const field = DATE_FIELDS[letters.charAt(0)]?.[letters.length];
    if (!field) throw new MessageFault(`"${letters}" in the skeleton of a date is not supported`);
    options = { ...options, ...field };
  }
  if (Object.keys(options).length === 0) throw new MessageFault('a skeleton such as yMMMd must follow "::"');
  return options;
}
