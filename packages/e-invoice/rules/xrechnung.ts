import type { Group } from '../model/group.ts';
import type { EInvoiceProfile } from '../profiles.ts';
import { presence } from './presence.ts';
import { nameOf, type Context, type Rule } from './rule.ts';
import { trimXml } from '../xml/text.ts';

const PRESENCE: readonly Rule[] = [
  presence('BR-DE-1', 'BG-0', 'BG-16', 'group'),
  presence('BR-DE-2', 'BG-4', 'BG-6', 'group'),
  presence('BR-DE-3', 'BG-5', 'BT-37', 'filled'),
  presence('BR-DE-4', 'BG-5', 'BT-38', 'filled'),
  presence('BR-DE-5', 'BG-6', 'BT-41', 'filled'),
  presence('BR-DE-6', 'BG-6', 'BT-42', 'filled'),
  presence('BR-DE-7', 'BG-6', 'BT-43', 'filled'),
  presence('BR-DE-8', 'BG-8', 'BT-52', 'filled'),
  presence('BR-DE-9', 'BG-8', 'BT-53', 'filled'),
  presence('BR-DE-10', 'BG-15', 'BT-77', 'filled'),
  presence('BR-DE-11', 'BG-15', 'BT-78', 'filled'),
  presence('BR-DE-14', 'BG-23', 'BT-119', 'filled'),
  presence('BR-DE-15', 'BG-0', 'BT-10', 'filled'),
];

interface Means {
  readonly id: string;
  readonly codes: readonly string[];
  readonly name: string;
  /** The details that a payment of these codes must have. It may not have the others. */
  readonly needs: Details;
}

type Details = 'credit transfer' | 'card' | 'direct debit';

/** In Peppol, the creditor identifier (BT-90) is one of the seller, and makes no direct debit. */
const debitTerms = (profile: EInvoiceProfile): readonly string[] =>
  profile === 'peppol' ? ['BT-89', 'BT-91'] : ['BT-89', 'BT-90', 'BT-91'];

const DETAILS: Readonly<Record<Details, (payment: Group, context: Context) => boolean>> = {
  'credit transfer': (payment) => payment.group('BG-17') !== null,
  card: (payment) => payment.group('BG-18') !== null,
  'direct debit': (payment, { document, profile }) =>
    debitTerms(profile).some((term) => document.has(term) || payment.has(term)),
};

const MEANS: readonly Means[] = [
  { id: 'BR-DE-23', codes: ['30', '58'], name: 'A credit transfer', needs: 'credit transfer' },
  { id: 'BR-DE-24', codes: ['48', '54', '55'], name: 'A payment by card', needs: 'card' },
  { id: 'BR-DE-25', codes: ['59'], name: 'A direct debit', needs: 'direct debit' },
];

const PAYMENT: readonly Rule[] = MEANS.flatMap(({ id, codes, name, needs }) => [
  paymentRule(`${id}-a`, codes, (payment, context) =>
    DETAILS[needs](payment, context) ? null : `${name} needs the details of a ${needs}.`,
  ),
  paymentRule(`${id}-b`, codes, (payment, context) => {
    const other = Object.entries(DETAILS).find(([kind, has]) => kind !== needs && has(payment, context));
    if (other !== undefined) return `${name} may not have the details of a ${other[0]}.`;
    // In CII it is no part of BG-17. KoSIT refuses it beside a direct debit, and not beside a card.
    const hasBank = needs === 'direct debit' && payment.has('BT-86');
    return hasBank ? `${name} may not have the bank of a credit transfer (BT-86).` : null;
  }),
]);

function paymentRule(id: string, codes: readonly string[], fault: Rule['fault']): Rule {
  return {
    id,
    each: 'BG-16',
    term: 'BT-81',
    fault: (payment, context) => (codes.includes(payment.trimmed('BT-81')) ? fault(payment, context) : null),
  };
}

/** A rule that a direct debit has a term, if it has one of the others. */
function debitRule(id: string, term: string): Rule {
  return {
    id,
    each: 'BG-0',
    term,
    fault: (document, { profile }) => {
      const has = (one: string): boolean =>
        document.has(one) || document.groupsOf('BG-16').some((payment) => payment.has(one));
      return !has(term) && debitTerms(profile).some(has) ? `A direct debit needs the ${nameOf(term)}.` : null;
    },
  };
}

const TAXED = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'];
const DISCOUNT = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** Each line of the payment terms that begins with # must be a discount. A line break must follow the last one. */
function discountFault(terms: string): string | null {
  const lines = terms.split(/\r?\n/);
  const wrong = lines.find((line) => trimXml(line).startsWith('#') && !DISCOUNT.test(trimXml(line)));
  if (wrong !== undefined) {
    return `The payment terms (BT-20) have the line "${wrong.slice(0, 60)}". A discount is #SKONTO#TAGE=14#PROZENT=2.00#.`;
  }
  const last = lines.findLastIndex((line) => trimXml(line).startsWith('#'));
  return last === -1 || last < lines.length - 1
    ? null
    : 'A new line must follow the last discount in the payment terms (BT-20).';
}

export const XRECHNUNG: readonly Rule[] = [
  ...PRESENCE,
  ...PAYMENT,
  debitRule('BR-DE-30', 'BT-90'),
  debitRule('BR-DE-31', 'BT-91'),
  {
    id: 'BR-DE-16',
    each: 'BG-0',
    term: 'BT-31',
    at: ['BG-4'],
    fault: (document, { vat }) => {
      const seller = document.group('BG-4');
      const isKnown =
        seller?.isFilled('BT-31') === true ||
        seller?.isFilled('BT-32') === true ||
        document.group('BG-11') !== null;
      return isKnown || !TAXED.some((code) => vat.isUsed(code))
        ? null
        : 'The seller needs a VAT identifier (BT-31), a tax number (BT-32) or a tax representative (BG-11).';
    },
  },
  {
    id: 'BR-DE-18',
    each: 'BG-0',
    term: 'BT-20',
    fault: (document) => discountFault(document.text('BT-20') ?? ''),
  },
  {
    id: 'BR-DE-22',
    each: 'BG-0',
    term: 'BG-24',
    fault: (document) => {
      const names = document
        .groupsOf('BG-24')
        .flatMap((one) => one.value('BT-125')?.attributes['filename'] ?? []);
      const groups = Map.groupBy(names, (name) => name);
      const [twice] = groups.values().find(({ length }) => length > 1) ?? [];
      return twice === undefined ? null : `Two attached files have the name ${twice.slice(0, 60)}.`;
    },
  },
];
