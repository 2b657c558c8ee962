import {
  absolute,
  add,
  compare,
  divideAndRound,
  equals,
  format,
  HUNDRED,
  isZero,
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

/** The amounts of all groups of a term, such as the net amounts of the lines. */
const total = (document: Group, groups: string, term: string): Decimal =>
  roundHalfUp(sum(document.groupsOf(groups).map((one) => one.decimal(term) ?? ZERO)), 2);

const money = (value: Decimal): string => format(value, 2);

/** A total that must be what others make. A total that is missing is wrong too. */
function totalRule(
  [id, each, term]: readonly [id: string, each: string, term: string],
  said: string,
  made: (group: Group, document: Group) => Decimal | null,
): Rule {
  return {
    id,
    each,
    term,
    fault: (group, { document }) => {
      const [given, value] = [group.decimal(term), made(group, document)];
      if (given !== null && value !== null && equals(given, value)) return null;
      const is = given === null ? 'is missing' : `is ${money(given)}`;
      return `${nameOf(each, term)} ${is}, and ${said} ${value === null ? 'cannot be computed' : `make ${money(value)}`}.`;
    },
  };
}

/** The totals of allowances and charges may be left out where there are none. */
function changesRule(id: string, term: string, groups: string, amount: string, said: string): Rule {
  const rule = totalRule([id, 'BG-22', term], said, (_, document) => total(document, groups, amount));
  return {
    ...rule,
    fault: (group, context) =>
      !group.has(term) && context.document.group(groups) === null ? null : rule.fault(group, context),
  };
}

/** Null: one that must be there is missing. */
function addedUp(group: Group, needed: readonly string[], plus: string, minus: string): Decimal | null {
  const values = needed.map((term) => group.decimal(term));
  if (values.includes(null)) return null;
  const start = sum(values.filter((one) => one !== null));
  return subtract(add(start, group.decimal(plus) ?? ZERO), group.decimal(minus) ?? ZERO);
}

export const SUMS: readonly Rule[] = [
  totalRule(['BR-CO-10', 'BG-22', 'BT-106'], 'the net amounts of the lines', (_, document) =>
    total(document, 'BG-25', 'BT-131'),
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
    fault: (document) => {
      const [given, value] = [document.decimal('BT-110'), total(document, 'BG-23', 'BT-117')];
      const isLeftOut = given === null || document.group('BG-23') === null;
      return isLeftOut || equals(given, value)
        ? null
        : `${nameOf('BG-0', 'BT-110')} is ${money(given)}, and the tax amounts of the VAT breakdown make ${money(value)}.`;
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
        return `There must be one ${nameOf('BG-0', 'BT-110')} in the currency of the invoice.`;
      }
      if (!without || !given)
        return `${nameOf('BG-22', 'BT-112')} or ${nameOf('BG-22', 'BT-109')} is missing.`;
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
    fault: (part, { invoice }) => taxFault(part, invoice.syntax === 'ubl'),
  },
];

/** The rules allow a difference below 1 in UBL, up to 1 in CII. */
function taxFault(part: Group, isStrict: boolean): string | null {
  const [rate, tax, base] = [part.decimal('BT-119'), part.decimal('BT-117'), part.decimal('BT-116')];
  const isZeroTax = tax !== null && isZero(roundHalfUp(tax, 0));
  if (rate === null || isZero(roundHalfUp(rate, 0))) {
    return isZeroTax ? null : `${nameOf('BG-23', 'BT-117')} must be 0 where the rate is 0.`;
  }
  if (tax === null || base === null)
    return `${nameOf('BG-23', 'BT-117')} cannot be computed: an amount is missing.`;
  const expected = taxOf(base, rate);
  const limit = compare(absolute(subtract(absolute(tax), expected)), ONE);
  if (limit < 0 || (limit === 0 && !isStrict)) return null;
  return `${nameOf('BG-23', 'BT-117')} is ${money(tax)}, and ${format(rate)} % of ${money(base)} are ${money(expected)}.`;
}

/** The tax of the base without its sign, as the rules compare it. */
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

/** At most two digits follow the point. */
export const TWO_DECIMALS: readonly Rule[] = DECIMALS.map(([id, each, term]): Rule => ({
  id,
  each,
  term,
  fault: (group) => {
    const [, fraction = ''] = group.text(term)?.trim().split('.') ?? [];
    return fraction.length <= 2
      ? null
      : `${nameOf(each, term)} is ${group.text(term)}. It may have two decimals.`;
  },
}));
