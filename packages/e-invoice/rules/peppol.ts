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
  parseDecimal,
  subtract,
  sum,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import type { Group } from '../model/group.ts';
import { PEPPOL_CODE_LISTS } from './code-lists.ts';
import { presence } from './presence.ts';
import { nameOf, type Rule } from './rule.ts';

const SLACK: Decimal = { digits: 2n, scale: 2 };
const isNear = (left: Decimal, right: Decimal): boolean =>
  compare(absolute(subtract(left, right)), SLACK) <= 0;

const CHANGES = [
  ['BG-20', 'BT-92', 'BT-93', 'BT-94'],
  ['BG-21', 'BT-99', 'BT-100', 'BT-101'],
  ['BG-27', 'BT-136', 'BT-137', 'BT-138'],
  ['BG-28', 'BT-141', 'BT-142', 'BT-143'],
] as const;

const CHANGE_RULES: readonly Rule[] = CHANGES.flatMap(([each, amount, base, percent]) => [
  together('PEPPOL-EN16931-R041', each, base, percent),
  together('PEPPOL-EN16931-R042', each, percent, base),
  {
    id: 'PEPPOL-EN16931-R040',
    each,
    term: amount,
    fault: (change: Group) => {
      const [of, rate] = [change.decimal(base), change.decimal(percent)];
      if (of === null || rate === null) return null;
      const made = divideAndRound(multiply(of, rate), HUNDRED, 6);
      return isNear(change.decimal(amount) ?? ZERO, made)
        ? null
        : `${nameOf(each, amount)} is ${change.text(amount) ?? 'missing'}, and ${format(rate)} % of ${format(of)} are ${format(divideAndRound(made, ONE, 2))}.`;
    },
  },
]);

/** A term that must be there where another is. */
function together(id: string, each: string, term: string, other: string): Rule {
  return {
    id,
    each,
    term,
    fault: (group) =>
      group.has(other) && !group.has(term)
        ? `${nameOf(each, term)} is missing, and there is a ${nameOf(each, other)}.`
        : null,
  };
}

function lineFault(line: Group): string | null {
  const [net, quantity, price] = [
    line.decimal('BT-131') ?? ZERO,
    line.decimal('BT-129') ?? ONE,
    line.decimal('BT-146') ?? ZERO,
  ];
  const given = line.decimal('BT-149') ?? ONE;
  const amounts = (group: string, term: string): Decimal =>
    sum(line.groupsOf(group).map((one) => one.decimal(term) ?? ZERO));
  const product = divideAndRound(multiply(quantity, price), isZero(given) ? ONE : given, 6);
  const made = subtract(add(product, amounts('BG-28', 'BT-141')), amounts('BG-27', 'BT-136'));
  return isNear(net, made)
    ? null
    : `${nameOf('BG-25', 'BT-131')} is ${format(net, 2)}, and quantity, price, allowances and charges make ${format(divideAndRound(made, ONE, 2))}.`;
}

/** Whether seller and buyer are German: then some of the rules do not hold. */
const isGerman = (document: Group): boolean =>
  document.group('BG-4')?.group('BG-5')?.text('BT-40')?.trim() === 'DE' &&
  document.group('BG-7')?.group('BG-8')?.text('BT-55')?.trim() === 'DE';

const INVOICES =
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(
    ' ',
  );
const CREDIT_NOTES = '381 396 81 83 532'.split(' ');

const EXEMPTION_CATEGORIES = [
  ['P0104', 'VATEX-EU-G', 'G'],
  ['P0105', 'VATEX-EU-O', 'O'],
  ['P0106', 'VATEX-EU-IC', 'K'],
  ['P0107', 'VATEX-EU-AE', 'AE'],
  ['P0108', 'VATEX-EU-D', 'E'],
  ['P0109', 'VATEX-EU-F', 'E'],
  ['P0110', 'VATEX-EU-I', 'E'],
  ['P0111', 'VATEX-EU-J', 'E'],
] as const;

const EXEMPTIONS = EXEMPTION_CATEGORIES.map(([number, reason, category]): Rule => ({
  id: `PEPPOL-EN16931-${number}`,
  each: 'BG-23',
  term: 'BT-118',
  fault: (part) =>
    part.text('BT-121')?.trim().toUpperCase() !== reason || part.text('BT-118')?.trim() === category
      ? null
      : `The exemption reason ${reason} is for the category ${category}.`,
}));

/** A period of a line is in the period of the invoice. */
function within(
  id: string,
  term: string,
  outer: string,
  isFine: (date: string, limit: string) => boolean,
): Rule {
  return {
    id,
    each: 'BG-26',
    term,
    fault: (period, { document }) => {
      const [date, limit] = [period.text(term), document.group('BG-14')?.text(outer)];
      return !date || !limit || isFine(date, limit)
        ? null
        : `${nameOf('BG-26', term)} ${date} is outside the invoicing period.`;
    },
  };
}

export const PEPPOL: readonly Rule[] = [
  presence('PEPPOL-EN16931-R001', 'BG-0', 'BT-23', 'there'),
  presence('PEPPOL-EN16931-R010', 'BG-7', 'BT-49', 'there'),
  presence('PEPPOL-EN16931-R020', 'BG-4', 'BT-34', 'there'),
  {
    id: 'PEPPOL-EN16931-R002',
    each: 'BG-0',
    term: 'BG-1',
    fault: (document) =>
      document.groupsOf('BG-1').length <= 1 || isGerman(document) ? null : 'There may be one note.',
  },
  {
    id: 'PEPPOL-EN16931-R003',
    each: 'BG-0',
    term: 'BT-10',
    fault: (document) =>
      document.has('BT-10') || document.has('BT-13')
        ? null
        : 'There must be a buyer reference (BT-10) or a purchase order reference (BT-13).',
  },
  {
    id: 'PEPPOL-EN16931-R005',
    each: 'BG-0',
    term: 'BT-6',
    fault: (document) =>
      document.has('BT-6') && document.text('BT-6')?.trim() === document.text('BT-5')?.trim()
        ? `${nameOf('BG-0', 'BT-6')} is the currency of the invoice. Leave it out.`
        : null,
  },
  {
    id: 'PEPPOL-EN16931-R007',
    each: 'BG-0',
    term: 'BT-23',
    fault: (document) =>
      /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(document.text('BT-23')?.trim() ?? '')
        ? null
        : `${nameOf('BG-0', 'BT-23')} must be such as urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.`,
  },
  {
    id: 'PEPPOL-EN16931-R055',
    each: 'BG-0',
    term: 'BT-111',
    fault: (document) => {
      const [vat, other] = [document.decimal('BT-110'), document.decimal('BT-111')];
      if (vat === null || other === null) return null;
      return compare(multiply(vat, other), ZERO) >= 0
        ? null
        : `${nameOf('BG-0', 'BT-111')} must have the sign of the total VAT amount (BT-110).`;
    },
  },
  ...CHANGE_RULES,
  {
    id: 'PEPPOL-EN16931-R061',
    each: 'BG-16',
    term: 'BT-81',
    fault: (payment, { document }) =>
      !['49', '59'].includes(payment.text('BT-81')?.trim() ?? '') || document.has('BT-89')
        ? null
        : 'A direct debit needs the mandate reference (BT-89).',
  },
  within('PEPPOL-EN16931-R110', 'BT-134', 'BT-73', (date, limit) => date >= limit),
  within('PEPPOL-EN16931-R111', 'BT-135', 'BT-74', (date, limit) => date <= limit),
  { id: 'PEPPOL-EN16931-R120', each: 'BG-25', term: 'BT-131', fault: lineFault },
  {
    id: 'PEPPOL-EN16931-R121',
    each: 'BG-25',
    term: 'BT-149',
    fault: (line) => {
      const base = line.text('BT-149');
      const value = base === null ? ONE : parseDecimal(base);
      return value !== null && compare(value, ZERO) > 0
        ? null
        : `${nameOf('BG-25', 'BT-149')} must be above zero.`;
    },
  },
  {
    id: 'PEPPOL-EN16931-R130',
    each: 'BG-25',
    term: 'BT-150',
    fault: (line) =>
      !line.has('BT-150') || line.text('BT-150') === line.text('BT-130')
        ? null
        : `${nameOf('BG-25', 'BT-150')} must be the unit of the quantity (BT-130).`,
  },
  {
    id: 'PEPPOL-EN16931-R046',
    each: 'BG-25',
    term: 'BT-146',
    fault: (line) => {
      const [net, gross] = [line.decimal('BT-146'), line.decimal('BT-148')];
      if (gross === null || net === null) return null;
      return equals(net, subtract(gross, line.decimal('BT-147') ?? ZERO))
        ? null
        : `${nameOf('BG-25', 'BT-146')} must be the gross price less the discount.`;
    },
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    each: 'BG-0',
    term: 'BT-3',
    fault: (document, { invoice }) => {
      const code = document.text('BT-3')?.trim();
      if (code === undefined || document.place() === '/CreditNote') return null;
      const isKnown = INVOICES.includes(code) || (invoice.syntax === 'data' && CREDIT_NOTES.includes(code));
      return isKnown ? null : `Peppol does not have the invoice type "${code.slice(0, 20)}".`;
    },
  },
  {
    id: 'PEPPOL-EN16931-P0101',
    each: 'BG-0',
    term: 'BT-3',
    fault: (document) =>
      document.place() !== '/CreditNote' || CREDIT_NOTES.includes(document.text('BT-3')?.trim() ?? '')
        ? null
        : 'Peppol does not have this type of credit note.',
  },
  {
    id: 'PEPPOL-EN16931-P0112',
    each: 'BG-0',
    term: 'BT-3',
    fault: (document) =>
      !['326', '384'].includes(document.text('BT-3')?.trim() ?? '') || isGerman(document)
        ? null
        : 'The types 326 and 384 are for a seller and a buyer in Germany.',
  },
  ...EXEMPTIONS,
  ...PEPPOL_CODE_LISTS,
];
