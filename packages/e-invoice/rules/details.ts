import { compare, ZERO } from '../decimal.ts';
import type { Group } from '../model/group.ts';
import { codesOf } from '../codes/codes.ts';
import { nameOf, type Rule } from './rule.ts';
import { trimXml } from '../xml/text.ts';

/** A rule that a price is not negative. The rule of EN 16931 for the net price also fails if the price is missing. */
const notNegative = (id: string, term: string, isNeeded: boolean): Rule => ({
  id,
  each: 'BG-25',
  term,
  fault: (line) => {
    const price = line.decimal(term);
    const isFine = price === null ? !isNeeded && !line.has(term) : compare(price, ZERO) >= 0;
    return isFine ? null : `${nameOf(term)} is ${line.text(term) ?? 'missing'}. It must not be negative.`;
  },
});

/** A rule that an end is not before its start. Dates such as `2026-11-27` sort as text. */
const inOrder = (id: string, each: string, start: string, end: string): Rule => ({
  id,
  each,
  term: end,
  fault: (period) => {
    const [from, to] = [period.trimmed(start), period.trimmed(end)];
    return from === '' || to === '' || to >= from ? null : `${nameOf(end)} ${to} is before ${from}.`;
  },
});

const withAttribute = (id: string, each: string, term: string, attribute: string): Rule => ({
  id,
  each,
  term,
  attribute,
  fault: (group) => {
    const value = group.value(term);
    if (value === null || trimXml(value.attributes[attribute] ?? '') !== '') return null;
    return `${nameOf(term)} needs a scheme (${attribute}).`;
  },
});

const vatPrefix = (each: string, term: string): Rule => ({
  id: 'BR-CO-09',
  each,
  term,
  fault: (group, { invoice }) => {
    const text = group.text(term);
    const isEmptyInUbl = invoice.syntax === 'ubl' && trimXml(text ?? '') === '';
    if (text === null || isEmptyInUbl || codesOf('vatPrefixes').has(text.slice(0, 2))) return null;
    return `${nameOf(term)} is "${text.slice(0, 40)}". It must begin with the code of a country, such as DE.`;
  },
});

const isCreditTransfer = (payment: Group): boolean => ['30', '58'].includes(payment.trimmed('BT-81'));

/** The payee must not be the seller. */
function payeeFault(payee: Group, seller: Group | null): string | null {
  const pairs = [
    ['BT-59', 'BT-27'],
    ['BT-60', 'BT-29'],
    ['BT-61', 'BT-30'],
  ] as const;
  if (!payee.has('BT-59')) return `${nameOf('BT-59')} is missing.`;
  const equal = pairs.find(([term, other]) => payee.has(term) && payee.text(term) === seller?.text(other));
  return equal === undefined
    ? null
    : `${nameOf(equal[0])} is the same as that of the seller. Leave the payee out.`;
}

export const DETAILS: readonly Rule[] = [
  {
    id: 'BR-17',
    each: 'BG-10',
    term: 'BT-59',
    fault: (payee, { document }) => payeeFault(payee, document.group('BG-4')),
  },
  notNegative('BR-27', 'BT-146', true),
  notNegative('BR-28', 'BT-148', false),
  inOrder('BR-29', 'BG-14', 'BT-73', 'BT-74'),
  inOrder('BR-30', 'BG-26', 'BT-134', 'BT-135'),
  {
    id: 'BR-CO-19',
    each: 'BG-14',
    term: 'BT-73',
    fault: (period, { document, invoice }) => {
      const hasCode = invoice.syntax === 'ubl' && document.has('BT-8');
      return hasCode || period.has('BT-73') || period.has('BT-74')
        ? null
        : 'The invoicing period needs a start or an end.';
    },
  },
  {
    id: 'BR-48',
    each: 'BG-23',
    term: 'BT-119',
    fault: (entry) =>
      entry.has('BT-119') || entry.trimmed('BT-118') === 'O' ? null : `${nameOf('BT-119')} is missing.`,
  },
  {
    id: 'BR-50',
    each: 'BG-16',
    term: 'BT-84',
    at: ['BG-17'],
    fault: (payment) => {
      const account = payment.group('BG-17');
      const isFine = account === null || !isCreditTransfer(payment) || account.isFilled('BT-84');
      return isFine ? null : `${nameOf('BT-84')} is missing.`;
    },
  },
  {
    id: 'BR-61',
    each: 'BG-16',
    term: 'BT-84',
    at: ['BG-17'],
    fault: (payment) => {
      const isFine = !isCreditTransfer(payment) || payment.group('BG-17')?.has('BT-84') === true;
      return isFine ? null : `A credit transfer needs the ${nameOf('BT-84')}.`;
    },
  },
  {
    id: 'BR-51',
    each: 'BG-18',
    term: 'BT-87',
    fault: (card, { invoice }) => {
      const { length } = card.trimmed('BT-87');
      return length <= 10 || invoice.syntax === 'ubl'
        ? null
        : `${nameOf('BT-87')} has ${length} characters. It may have the last 4 to 6 digits of the card, 10 characters at most.`;
    },
  },
  {
    id: 'BR-53',
    each: 'BG-0',
    term: 'BT-111',
    fault: (document) =>
      !document.has('BT-6') || document.has('BT-111')
        ? null
        : `${nameOf('BT-111')} is missing, and there is a ${nameOf('BT-6')}.`,
  },
  withAttribute('BR-62', 'BG-4', 'BT-34', 'schemeID'),
  withAttribute('BR-63', 'BG-7', 'BT-49', 'schemeID'),
  withAttribute('BR-64', 'BG-25', 'BT-157', 'schemeID'),
  withAttribute('BR-65', 'BT-158-00', 'BT-158', 'listID'),
  {
    id: 'BR-CO-03',
    each: 'BG-0',
    term: 'BT-7',
    fault: (document) =>
      document.has('BT-7') && document.has('BT-8')
        ? `There is a ${nameOf('BT-7')} and a ${nameOf('BT-8')}. Leave one out.`
        : null,
  },
  vatPrefix('BG-4', 'BT-31'),
  vatPrefix('BG-7', 'BT-48'),
  vatPrefix('BG-11', 'BT-63'),
  {
    id: 'BR-CO-25',
    each: 'BG-0',
    term: 'BT-9',
    fault: (document) => {
      const payable = document.group('BG-22')?.decimal('BT-115');
      const isNeeded = payable !== undefined && payable !== null && compare(payable, ZERO) > 0;
      return !isNeeded || document.has('BT-9') || document.has('BT-20')
        ? null
        : 'An amount is due, so there must be a payment due date (BT-9) or payment terms (BT-20).';
    },
  },
  {
    id: 'BR-CO-26',
    each: 'BG-4',
    // A seller without a VAT identifier gives another one here. The rules of the VAT categories name the VAT identifier.
    term: 'BT-29',
    fault: (seller) =>
      ['BT-29', 'BT-30', 'BT-31'].some((term) => seller.has(term))
        ? null
        : 'The seller needs an identifier (BT-29), a legal registration identifier (BT-30) or a VAT identifier (BT-31).',
  },
];
