import { nameOf, type Context, type Rule } from './rule.ts';

const COUNTRIES = [
  ['BG-5', 'BT-40'],
  ['BG-8', 'BT-55'],
  ['BG-12', 'BT-69'],
  ['BG-15', 'BT-80'],
] as const;

export const SPECIAL_VAT_RULES: readonly Rule[] = [
  {
    id: 'BR-IC-11',
    each: 'BG-0',
    term: 'BT-72',
    at: ['BG-13'],
    fault: (document, { vat }) => {
      const period = document.group('BG-14');
      const hasDate =
        document.group('BG-13')?.has('BT-72') === true ||
        period?.has('BT-73') === true ||
        period?.has('BT-74') === true;
      return vat.entriesOf('K') === 0 || hasDate
        ? null
        : 'An intra-community supply needs a delivery date (BT-72) or an invoicing period (BG-14).';
    },
  },
  {
    id: 'BR-IC-12',
    each: 'BG-0',
    term: 'BT-80',
    at: ['BG-13', 'BG-15'],
    fault: (document, { vat }) =>
      vat.entriesOf('K') === 0 || document.group('BG-13')?.group('BG-15')?.has('BT-80') === true
        ? null
        : 'An intra-community supply needs the country that it is delivered to (BT-80).',
  },
  alone('BR-O-11', 'BG-23', ({ vat }) => vat.hasOtherEntry('O')),
  alone('BR-O-12', 'BG-25', ({ vat }) => vat.hasOther('O', 'lines')),
  alone('BR-O-13', 'BG-20', ({ vat }) => vat.hasOther('O', 'allowances')),
  alone('BR-O-14', 'BG-21', ({ vat }) => vat.hasOther('O', 'charges')),
  {
    id: 'BR-B-01',
    each: 'BG-0',
    term: 'BG-23',
    fault: (document, { vat }) => {
      const isElsewhere = COUNTRIES.some(([group, term]) =>
        [...document.allOf(group)].some((one) => one.has(term) && one.trimmed(term) !== 'IT'),
      );
      return vat.has('B') && isElsewhere
        ? 'The category B (split payment) is for invoices within Italy.'
        : null;
    },
  },
  {
    id: 'BR-B-02',
    each: 'BG-0',
    term: 'BG-23',
    fault: (_, { vat }) =>
      vat.has('B') && vat.has('S')
        ? 'The categories B (split payment) and S (standard rate) may not be in one invoice.'
        : null,
  },
];

/** A rule that an invoice with the category O has no other category. */
function alone(id: string, term: string, hasOther: (context: Context) => boolean): Rule {
  return {
    id,
    each: 'BG-0',
    term,
    fault: (_, context) =>
      context.vat.entriesOf('O') > 0 && hasOther(context)
        ? `The category O (not subject to VAT) may not be together with others, and ${nameOf(term)} has another.`
        : null,
  };
}
