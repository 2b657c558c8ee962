import {
  absolute,
  add,
  compare,
  divideAndRound,
  equals,
  format,
  HUNDRED,
  isZero,
  money,
  multiply,
  ONE,
  roundHalfUp,
  subtract,
  sum,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import type { Group } from '../model/group.ts';
import { nameOf, type Rule } from './rule.ts';
import type { Totals } from './totals.ts';

/** A rule that a total is there and agrees with the amounts that make it. */
function totalRule(
  [id, each, term]: readonly [id: string, each: string, term: string],
  said: string,
  made: (group: Group, totals: Totals) => Decimal | null,
): Rule {
  return {
    id,
    each,
    term,
    fault: (group, { totals }) => {
      const [given, value] = [group.decimal(term), made(group, totals)];
      if (given !== null && value !== null && equals(given, value)) return null;
      const is = given === null ? 'is missing' : `is ${money(given)}`;
      return `${nameOf(term)} ${is}, and ${said} ${value === null ? 'cannot be computed' : `make ${money(value)}`}.`;
    },
  };
}

/** A rule for the total of allowances or charges, which may be missing if there are none. */
function changesRule(id: string, term: string, groups: string, amount: string, said: string): Rule {
  const rule = totalRule([id, 'BG-22', term], said, (_, totals) => totals.sum(groups, amount));
  return {
    ...rule,
    fault: (group, context) =>
      !group.has(term) && context.document.group(groups) === null ? null : rule.fault(group, context),
  };
}

/** Returns null if a needed term is missing. */
function addedUp(group: Group, needed: readonly string[], plus: string, minus: string): Decimal | null {
  const values = needed.map((term) => group.decimal(term));
  if (values.includes(null)) return null;
  const start = sum(values.filter((one) => one !== null));
  return subtract(add(start, group.decimal(plus) ?? ZERO), group.decimal(minus) ?? ZERO);
}

export const SUMS: readonly Rule[] = [
  totalRule(['BR-CO-10', 'BG-22', 'BT-106'], 'the net amounts of the lines', (_, totals) =>
    totals.sum('BG-25', 'BT-131'),
  ),
  changesRule('BR-CO-11', 'BT-107', 'BG-20', 'BT-92', 'the allowances on the document'),
  changesRule('BR-CO-12', 'BT-108', 'BG-21', 'BT-99', 'the charges on the document'),
  totalRule(['BR-CO-13', 'BG-22', 'BT-109'], 'the lines, less allowances, plus charges,', (group) => {
    const value = addedUp(group, ['BT-106'], 'BT-108', 'BT-107');
    return value === null ? null : roundHalfUp(value, 2);
  }),
  totalRule(
    ['BR-CO-16', 'BG-22', 'BT-115'],
    'the total with VAT, less what was paid, plus rounding,',
    (group) => addedUp(group, ['BT-112'], 'BT-114', 'BT-113'),
  ),
  {
    id: 'BR-CO-14',
    each: 'BG-0',
    term: 'BT-110',
    fault: (document, { totals }) => {
      const [given, value] = [document.decimal('BT-110'), totals.sum('BG-23', 'BT-117')];
      const isLeftOut = given === null || document.group('BG-23') === null;
      return isLeftOut || equals(given, value)
        ? null
        : `${nameOf('BT-110')} is ${money(given)}, and the tax amounts of the VAT breakdown make ${money(value)}.`;
    },
  },
  {
    id: 'BR-CO-15',
    each: 'BG-0',
    term: 'BT-112',
    at: ['BG-22'],
    fault: (document, { invoice }) => {
      if (!document.has('BT-5')) return null;
      const totals = document.group('BG-22');
      const [without, vat, given] = [
        totals?.decimal('BT-109'),
        document.decimal('BT-110'),
        totals?.decimal('BT-112'),
      ];
      // In CII an invoice without VAT may leave the VAT amount out.
      if (invoice.syntax === 'cii' && without && given && equals(without, given)) return null;
      if (document.values.get('BT-110')?.length !== 1 || vat === null) {
        return `There must be one ${nameOf('BT-110')} in the currency of the invoice.`;
      }
      if (!without || !given) return `${nameOf('BT-112')} or ${nameOf('BT-109')} is missing.`;
      const value = roundHalfUp(add(without, vat), 2);
      return equals(given, value)
        ? null
        : `The total with VAT (BT-112) is ${money(given)}, and the total without VAT ${money(without)} and the VAT ${money(vat)} make ${money(value)}.`;
    },
  },
  {
    id: 'BR-CO-17',
    each: 'BG-23',
    term: 'BT-117',
    fault: (entry, { invoice }) => taxFault(entry, invoice.syntax === 'ubl'),
  },
];

/** The rules of EN 16931 allow a difference below 1 in UBL, and up to 1 in CII. */
function taxFault(entry: Group, isStrict: boolean): string | null {
  const [rate, tax, base] = [entry.decimal('BT-119'), entry.decimal('BT-117'), entry.decimal('BT-116')];
  const isZeroTax = tax !== null && isZero(roundHalfUp(tax, 0));
  if (rate === null || isZero(roundHalfUp(rate, 0))) {
    return isZeroTax ? null : `${nameOf('BT-117')} must be 0 where the rate is 0.`;
  }
  if (tax === null || base === null) return `${nameOf('BT-117')} cannot be computed: an amount is missing.`;
  const expected = taxOf(base, rate);
  const limit = compare(absolute(subtract(absolute(tax), expected)), ONE);
  if (limit < 0 || (limit === 0 && !isStrict)) return null;
  return `${nameOf('BT-117')} is ${money(tax)}, and ${format(rate)} % of ${money(base)} are ${money(expected)}.`;
}

/** Returns the tax of the base without its sign: the rules compare it like this. */
export const taxOf = (base: Decimal, rate: Decimal): Decimal =>
  divideAndRound(multiply(absolute(base), rate), HUNDRED, 2);

const DECIMALS: readonly (readonly [id: string, each: string, term: string])[] = [
  ['BR-DEC-01', 'BG-20', 'BT-92'],
  ['BR-DEC-02', 'BG-20', 'BT-93'],
  ['BR-DEC-05', 'BG-21', 'BT-99'],
  ['BR-DEC-06', 'BG-21', 'BT-100'],
  ['BR-DEC-09', 'BG-22', 'BT-106'],
  ['BR-DEC-10', 'BG-22', 'BT-107'],
  ['BR-DEC-11', 'BG-22', 'BT-108'],
  ['BR-DEC-12', 'BG-22', 'BT-109'],
  ['BR-DEC-13', 'BG-0', 'BT-110'],
  ['BR-DEC-14', 'BG-22', 'BT-112'],
  ['BR-DEC-15', 'BG-0', 'BT-111'],
  ['BR-DEC-16', 'BG-22', 'BT-113'],
  ['BR-DEC-17', 'BG-22', 'BT-114'],
  ['BR-DEC-18', 'BG-22', 'BT-115'],
  ['BR-DEC-19', 'BG-23', 'BT-116'],
  ['BR-DEC-20', 'BG-23', 'BT-117'],
  ['BR-DEC-23', 'BG-25', 'BT-131'],
  ['BR-DEC-24', 'BG-27', 'BT-136'],
  ['BR-DEC-25', 'BG-27', 'BT-137'],
  ['BR-DEC-27', 'BG-28', 'BT-141'],
  ['BR-DEC-28', 'BG-28', 'BT-142'],
];

/** Rules that at most two digits follow the point. */
export const TWO_DECIMALS: readonly Rule[] = DECIMALS.map(([id, each, term]): Rule => ({
  id,
  each,
  term,
  fault: (group) => {
    const [, fraction = ''] = group.trimmed(term).split('.');
    return fraction.length <= 2
      ? null
      : `${nameOf(term)} is ${group.text(term)}. It may have at most two decimals.`;
  },
}));
