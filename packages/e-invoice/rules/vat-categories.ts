import {
  absolute,
  compare,
  equals,
  format,
  isZero,
  ONE,
  roundHalfUp,
  subtract,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import type { Group } from '../model/group.ts';
import { nameOf, type Context, type Rule } from './rule.ts';
import { taxOf } from './sums.ts';
import { categoryOf, VAT_PLACES } from './vat-use.ts';

interface Category {
  readonly code: string;
  /** The part of the names of its rules: `BR-IC-08`. */
  readonly rules: string;
  readonly name: string;
  /** One of these identifiers of the seller must be there. */
  readonly seller: readonly string[];
  /** One of these identifiers of the buyer must be there. */
  readonly buyer: readonly string[];
  readonly rate: 'above zero' | 'not negative' | 'zero' | 'none';
  readonly exemption: 'needed' | 'forbidden';
}

const ANY_SELLER = ['BT-31', 'BT-32', 'BT-63'];
const VAT_SELLER = ['BT-31', 'BT-63'];

const CATEGORIES: readonly Category[] = [
  {
    code: 'S',
    rules: 'S',
    name: 'Standard rate',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'above zero',
    exemption: 'forbidden',
  },
  {
    code: 'Z',
    rules: 'Z',
    name: 'Zero rate',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'zero',
    exemption: 'forbidden',
  },
  {
    code: 'E',
    rules: 'E',
    name: 'Exempt from VAT',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'AE',
    rules: 'AE',
    name: 'Reverse charge',
    seller: ANY_SELLER,
    buyer: ['BT-48', 'BT-47'],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'K',
    rules: 'IC',
    name: 'Intra-community supply',
    seller: VAT_SELLER,
    buyer: ['BT-48'],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'G',
    rules: 'G',
    name: 'Export outside the EU',
    seller: VAT_SELLER,
    buyer: [],
    rate: 'zero',
    exemption: 'needed',
  },
  {
    code: 'O',
    rules: 'O',
    name: 'Not subject to VAT',
    seller: [],
    buyer: [],
    rate: 'none',
    exemption: 'needed',
  },
  {
    code: 'L',
    rules: 'AF',
    name: 'IGIC of the Canary Islands',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'not negative',
    exemption: 'forbidden',
  },
  {
    code: 'M',
    rules: 'AG',
    name: 'IPSI of Ceuta and Melilla',
    seller: ANY_SELLER,
    buyer: [],
    rate: 'not negative',
    exemption: 'forbidden',
  },
];

export const VAT_RULES: readonly Rule[] = CATEGORIES.flatMap((category) => [
  usedRule(category),
  ...VAT_PLACES.flatMap(({ place, group, category: term, rate }, index) => [
    partiesRule(category, `BR-${category.rules}-0${index + 2}`, group, term, place),
    rateRule(category, `BR-${category.rules}-0${index + 5}`, group, term, rate),
  ]),
  partRule(category, '08', 'BT-116', baseFault),
  partRule(category, '09', 'BT-117', amountFault),
  partRule(category, '10', 'BT-120', exemptionFault),
]);

/** Categories that have a rate have a part of the breakdown for each rate. The others have one part. */
const hasRates = ({ rate }: Category): boolean => rate === 'above zero' || rate === 'not negative';

function usedRule(category: Category): Rule {
  const { code, rules, name } = category;
  return {
    id: `BR-${rules}-01`,
    each: 'BG-0',
    term: 'BG-23',
    fault: (_, { vat, invoice }) => {
      const [isUsed, parts] = [vat.isUsed(code), vat.partsOf(code)];
      if (isUsed && parts === 0) return `The VAT breakdown has no part for the category ${code} (${name}).`;
      // The rules for CII and for UBL differ in which categories may be in the breakdown alone.
      if (parts > 0 && !isUsed && (invoice.syntax === 'ubl') === hasRates(category)) {
        return `The VAT breakdown has the category ${code} (${name}), and no line has it.`;
      }
      if (!hasRates(category) && parts > 1)
        return `The VAT breakdown has ${parts} parts for the category ${code} (${name}). It may have one.`;
      return null;
    },
  };
}

/** Once for the first of the lines, allowances or charges that have the category. */
function partiesRule(
  category: Category,
  id: string,
  group: string,
  term: string,
  place: 'lines' | 'allowances' | 'charges',
): Rule {
  return {
    id,
    each: 'BG-0',
    term: category.code === 'O' ? 'BT-31' : 'BT-48',
    fault: (document, { vat }) =>
      vat.isUsed(category.code, place) ? partiesFault(category, document, nameOf(group, term)) : null,
  };
}

function partiesFault({ code, name, seller, buyer }: Category, document: Group, used: string): string | null {
  const groups = [document.group('BG-4'), document.group('BG-11'), document.group('BG-7')];
  const has = (term: string): boolean => groups.some((one) => one?.has(term) === true);
  const said = `${used} is ${code} (${name}), and`;
  if (code === 'O') {
    const found = ['BT-31', 'BT-63', 'BT-48'].find(has);
    return found === undefined ? null : `${said} there is a VAT identifier (${found}). There must be none.`;
  }
  if (!seller.some(has)) return `${said} the seller has no tax identifier (${seller.join(', ')}).`;
  return buyer.length === 0 || buyer.some(has)
    ? null
    : `${said} the buyer has no identifier (${buyer.join(', ')}).`;
}

function rateRule(category: Category, id: string, each: string, term: string, rateTerm: string): Rule {
  return {
    id,
    each,
    term: rateTerm,
    fault: (group, { invoice }) => {
      if (categoryOf(group, term) !== category.code) return null;
      const isFine = isRate(category, group.has(rateTerm), group.decimal(rateTerm), invoice.syntax === 'cii');
      const must = category.rate === 'none' ? 'left out' : category.rate;
      return isFine
        ? null
        : `${nameOf(each, rateTerm)} is ${group.text(rateTerm) ?? 'missing'}. It must be ${must} for the category ${category.code}.`;
    },
  };
}

/** The rules for CII want a rate above zero of the Canary Islands too. */
function isRate({ code, rate }: Category, isThere: boolean, value: Decimal | null, isCii: boolean): boolean {
  if (rate === 'none') return !isThere;
  if (value === null) return false;
  const sign = compare(value, ZERO);
  if (rate === 'zero') return sign === 0;
  return rate === 'above zero' || (isCii && code === 'L') ? sign > 0 : sign >= 0;
}

type PartFault = (part: Group, category: Category, context: Context) => string | null;

function partRule(category: Category, number: string, term: string, fault: PartFault): Rule {
  return {
    id: `BR-${category.rules}-${number}`,
    each: 'BG-23',
    term,
    fault: (part, context) =>
      categoryOf(part, 'BT-118') === category.code ? fault(part, category, context) : null,
  };
}

/** Where the rules of EN 16931 for a syntax allow a difference below 1, it is allowed here too. */
const isExact = (category: Category, syntax: string): boolean =>
  syntax === 'data' || (syntax === 'cii' ? hasRates(category) || category.code === 'O' : !hasRates(category));

function baseFault(part: Group, category: Category, { vat, invoice }: Context): string | null {
  const rate = part.decimal('BT-119');
  if (hasRates(category) && rate === null) return null;
  const sum = vat.sum(category.code, hasRates(category) ? rate : undefined);
  const made = invoice.syntax === 'ubl' ? sum : roundHalfUp(sum, 2);
  const base = part.decimal('BT-116');
  const isFine =
    base !== null &&
    (isExact(category, invoice.syntax)
      ? equals(base, made)
      : compare(absolute(subtract(base, made)), ONE) < 0);
  const of = hasRates(category) && rate !== null ? ` of ${format(rate)} %` : '';
  return isFine
    ? null
    : `${nameOf('BG-23', 'BT-116')} is ${base === null ? 'missing' : format(base, 2)}, and the lines, charges and allowances of the category ${category.code}${of} make ${format(made, 2)}.`;
}

function amountFault(part: Group, category: Category, { invoice }: Context): string | null {
  const [tax, base, rate] = [part.decimal('BT-117'), part.decimal('BT-116'), part.decimal('BT-119')];
  if (!hasRates(category)) {
    return tax !== null && isZero(tax)
      ? null
      : `${nameOf('BG-23', 'BT-117')} must be 0 for the category ${category.code}.`;
  }
  if (invoice.syntax === 'cii' && category.code !== 'S') return null;
  if (tax === null || base === null || rate === null)
    return `${nameOf('BG-23', 'BT-117')}, its base or its rate is missing.`;
  const expected = taxOf(base, rate);
  const isFine = compare(absolute(subtract(absolute(tax), expected)), ONE) < 0;
  return isFine
    ? null
    : `${nameOf('BG-23', 'BT-117')} is ${format(tax, 2)}, and ${format(rate)} % of ${format(base, 2)} are ${format(expected, 2)}.`;
}

function exemptionFault(part: Group, { code, name, exemption }: Category): string | null {
  const isThere = part.has('BT-120') || part.has('BT-121');
  if (isThere === (exemption === 'needed')) return null;
  return isThere
    ? `The category ${code} (${name}) may have no exemption reason.`
    : `The category ${code} (${name}) needs an exemption reason, as text (BT-120) or code (BT-121).`;
}

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
      return vat.partsOf('K') === 0 || hasDate
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
      vat.partsOf('K') === 0 || document.group('BG-13')?.group('BG-15')?.has('BT-80') === true
        ? null
        : 'An intra-community supply needs the country that it is delivered to (BT-80).',
  },
  alone('BR-O-11', 'BG-23', ({ vat }) => vat.hasOtherPart('O')),
  alone('BR-O-12', 'BG-25', ({ vat }) => vat.hasOther('O', 'lines')),
  alone('BR-O-13', 'BG-20', ({ vat }) => vat.hasOther('O', 'allowances')),
  alone('BR-O-14', 'BG-21', ({ vat }) => vat.hasOther('O', 'charges')),
  {
    id: 'BR-B-01',
    each: 'BG-0',
    term: 'BG-23',
    fault: (document, { vat }) => {
      const isUsed = vat.isUsed('B') || vat.partsOf('B') > 0;
      const isElsewhere = COUNTRIES.some(([group, term]) =>
        [...document.allOf(group)].some((one) => one.has(term) && one.text(term)?.trim() !== 'IT'),
      );
      return isUsed && isElsewhere ? 'The category B (split payment) is for invoices within Italy.' : null;
    },
  },
  {
    id: 'BR-B-02',
    each: 'BG-0',
    term: 'BG-23',
    fault: (_, { vat }) => {
      const has = (code: string): boolean => vat.isUsed(code) || vat.partsOf(code) > 0;
      return has('B') && has('S')
        ? 'The categories B (split payment) and S (standard rate) may not be in one invoice.'
        : null;
    },
  },
];

/** What is not subject to VAT is alone in an invoice. */
function alone(id: string, term: string, hasOther: (context: Context) => boolean): Rule {
  return {
    id,
    each: 'BG-0',
    term,
    fault: (_, context) =>
      context.vat.partsOf('O') > 0 && hasOther(context)
        ? `The category O (not subject to VAT) may not be beside others, and ${nameOf('BG-0', term)} has another.`
        : null,
  };
}
