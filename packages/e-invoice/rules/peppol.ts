import { compare, equals, multiply, ONE, parseDecimal, subtract, ZERO } from '../decimal.ts';
import type { Group } from '../model/group.ts';
import { CREDIT_NOTES } from '../codes/codes.ts';
import { PEPPOL_CODE_LISTS } from './code-lists.ts';
import { PEPPOL_AMOUNTS } from './peppol-amounts.ts';
import { presence } from './presence.ts';
import { nameOf, type Rule } from './rule.ts';
import { XRECHNUNG } from './xrechnung.ts';

/** Returns whether seller and buyer are in Germany: then other rules apply. */
const isGerman = (document: Group): boolean =>
  document.group('BG-4')?.group('BG-5')?.trimmed('BT-40') === 'DE' &&
  document.group('BG-7')?.group('BG-8')?.trimmed('BT-55') === 'DE';

/** If seller and buyer are in Germany, Peppol has the rules of XRechnung: BR-DE-23-a is DE-R-023-1. */
const GERMAN = XRECHNUNG.map(({ id, fault, ...rule }): Rule => ({
  ...rule,
  id: id
    .replace(/^BR-DE-(\d+)/, (_, number: string) => `DE-R-${number.padStart(3, '0')}`)
    .replace('-a', '-1')
    .replace('-b', '-2'),
  fault: (group, context) => (isGerman(context.document) ? fault(group, context) : null),
}));

/** The rules that KoSIT has taken over for XRechnung. Those for elements of CII are in `xml.ts`. */
const IN_XRECHNUNG = new Set(
  [
    'R001',
    'R005',
    'R010',
    'R020',
    'R040',
    'R041',
    'R042',
    'R046',
    'R055',
    'R061',
    'R110',
    'R111',
    'R121',
    'R130',
  ].map((number) => `PEPPOL-EN16931-${number}`),
);

const INVOICES =
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(
    ' ',
  );

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
  fault: (entry) =>
    entry.trimmed('BT-121').toUpperCase() !== reason || entry.trimmed('BT-118') === category
      ? null
      : `The exemption reason ${reason} is for the category ${category}.`,
}));

/** A rule that the period of a line is within the period of the invoice. */
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
        : `${nameOf(term)} ${date} is outside the invoicing period.`;
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
      document.groupsOf('BG-1').length <= 1 || isGerman(document) ? null : 'There may be one note at most.',
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
      document.has('BT-6') && document.trimmed('BT-6') === document.trimmed('BT-5')
        ? `${nameOf('BT-6')} is the currency of the invoice. Leave it out.`
        : null,
  },
  {
    id: 'PEPPOL-EN16931-R007',
    each: 'BG-0',
    term: 'BT-23',
    fault: (document) =>
      /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(document.trimmed('BT-23'))
        ? null
        : `${nameOf('BT-23')} must be a process such as urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.`,
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
        : `${nameOf('BT-111')} must have the sign of the total VAT amount (BT-110).`;
    },
  },
  ...PEPPOL_AMOUNTS,
  {
    id: 'PEPPOL-EN16931-R061',
    each: 'BG-16',
    term: 'BT-81',
    fault: (payment, { document }) =>
      !['49', '59'].includes(payment.trimmed('BT-81')) || document.has('BT-89')
        ? null
        : 'A direct debit needs the mandate reference (BT-89).',
  },
  within('PEPPOL-EN16931-R110', 'BT-134', 'BT-73', (date, limit) => date >= limit),
  within('PEPPOL-EN16931-R111', 'BT-135', 'BT-74', (date, limit) => date <= limit),
  {
    id: 'PEPPOL-EN16931-R121',
    each: 'BG-25',
    term: 'BT-149',
    fault: (line) => {
      const base = line.text('BT-149');
      const value = base === null ? ONE : parseDecimal(base);
      return value !== null && compare(value, ZERO) > 0 ? null : `${nameOf('BT-149')} must be above zero.`;
    },
  },
  {
    id: 'PEPPOL-EN16931-R130',
    each: 'BG-25',
    term: 'BT-150',
    fault: (line) =>
      !line.has('BT-150') || line.text('BT-150') === line.text('BT-130')
        ? null
        : `${nameOf('BT-150')} must be the unit of the quantity (BT-130).`,
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
        : `${nameOf('BT-146')} must be the gross price less the discount.`;
    },
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    each: 'BG-0',
    term: 'BT-3',
    fault: (document, { invoice }) => {
      const code = document.trimmed('BT-3');
      if (!document.has('BT-3') || document.place() === '/CreditNote') return null;
      const isKnown = INVOICES.includes(code) || (invoice.syntax === 'data' && CREDIT_NOTES.has(code));
      return isKnown ? null : `Peppol does not have the invoice type "${code.slice(0, 20)}".`;
    },
  },
  {
    id: 'PEPPOL-EN16931-P0101',
    each: 'BG-0',
    term: 'BT-3',
    fault: (document) =>
      document.place() !== '/CreditNote' || CREDIT_NOTES.has(document.trimmed('BT-3'))
        ? null
        : 'Peppol does not have this type of credit note.',
  },
  {
    id: 'PEPPOL-EN16931-P0112',
    each: 'BG-0',
    term: 'BT-3',
    fault: (document) =>
      !['326', '384'].includes(document.trimmed('BT-3')) || isGerman(document)
        ? null
        : 'The types 326 and 384 are for a seller and a buyer in Germany.',
  },
  ...EXEMPTIONS,
  ...GERMAN,
  ...PEPPOL_CODE_LISTS,
];

export const PEPPOL_IN_XRECHNUNG: readonly Rule[] = PEPPOL.filter(({ id }) => IN_XRECHNUNG.has(id));
