import {
  absolute,
  compare,
  equals,
  format,
  isZero,
  money,
  ONE,
  roundHalfUp,
  subtract,
  ZERO,
  type Decimal,
} from '../decimal.ts';
import type { Group } from '../model/group.ts';
import { CATEGORIES, hasRates, type Category } from './categories.ts';
import { nameOf, type Context, type Rule } from './rule.ts';
import { taxOf } from './sums.ts';
import { VAT_PLACES, type VatPlace } from './vat-use.ts';

export const VAT_RULES: readonly Rule[] = CATEGORIES.flatMap((category) => [
  usedRule(category),
  ...VAT_PLACES.flatMap(({ place, group, category: term, rate }, index) => [
    ...partiesRules(category, `BR-${category.rules}-0${index + 2}`, term, place),
    rateRule(category, `BR-${category.rules}-0${index + 5}`, group, term, rate),
  ]),
  entryRule(category, '08', 'BT-116', baseFault),
  entryRule(category, '09', 'BT-117', amountFault),
  entryRule(category, '10', 'BT-120', exemptionFault),
]);

function usedRule(category: Category): Rule {
  const { code, rules, name } = category;
  return {
    id: `BR-${rules}-01`,
    each: 'BG-0',
    term: 'BG-23',
    fault: (_, { vat, invoice }) => {
      const [isUsed, entries] = [vat.isUsed(code), vat.entriesOf(code)];
      if (isUsed && entries === 0)
        return `The VAT breakdown has no entry for the category ${code} (${name}).`;
      // The rules for CII and for UBL allow different categories in the breakdown alone.
      if (entries > 0 && !isUsed && (invoice.syntax === 'ubl') === hasRates(category)) {
        return `The VAT breakdown has the category ${code} (${name}), and no line has it.`;
      }
      if (!hasRates(category) && entries > 1)
        return `The VAT breakdown has ${entries} entries for the category ${code} (${name}). It may have one.`;
      return null;
    },
  };
}

/** The rules for the identifiers of the parties, if a line, an allowance or a charge has the category. */
function partiesRules(category: Category, id: string, used: string, place: VatPlace): Rule[] {
  const { code, name, seller, buyer } = category;
  const rule = (term: string, fault: (has: (term: string) => boolean) => string | null): Rule => ({
    id,
    each: 'BG-0',
    term,
    fault: (document, { vat }) => {
      const groups = [document.group('BG-4'), document.group('BG-11'), document.group('BG-7')];
      const has = (one: string): boolean => groups.some((group) => group?.has(one) === true);
      const message = vat.isUsed(code, place) ? fault(has) : null;
      return message === null ? null : `${nameOf(used)} is ${code} (${name}), and ${message}`;
    },
  });
  if (code === 'O')
    return ['BT-31', 'BT-63', 'BT-48'].map((term) =>
      rule(term, (has) => (has(term) ? `there is a ${nameOf(term)}. There must be none.` : null)),
    );
  const needs = (party: string, terms: readonly string[]): Rule[] =>
    terms
      .slice(0, 1)
      .map((term) =>
        rule(term, (has) =>
          terms.some(has) ? null : `the ${party} has no ${terms.map(nameOf).join(' or ')}.`,
        ),
      );
  return [...needs('seller', seller), ...needs('buyer', buyer)];
}

function rateRule(category: Category, id: string, each: string, term: string, rateTerm: string): Rule {
  return {
    id,
    each,
    term: rateTerm,
    fault: (group, { invoice }) => {
      if (group.trimmed(term) !== category.code) return null;
      const isFine = isRate(category, group.has(rateTerm), group.decimal(rateTerm), invoice.syntax === 'cii');
      const must = category.rate === 'none' ? 'left out' : category.rate;
      return isFine
        ? null
        : `${nameOf(rateTerm)} is ${group.text(rateTerm) ?? 'missing'}. It must be ${must} for the category ${category.code}.`;
    },
  };
}

/** In CII, the rate of the Canary Islands must be above zero too. */
function isRate({ code, rate }: Category, isThere: boolean, value: Decimal | null, isCii: boolean): boolean {
  if (rate === 'none') return !isThere;
  if (value === null) return false;
  const sign = compare(value, ZERO);
  if (rate === 'zero') return sign === 0;
  return rate === 'above zero' || (isCii && code === 'L') ? sign > 0 : sign >= 0;
}

type EntryFault = (entry: Group, category: Category, context: Context) => string | null;

function entryRule(category: Category, number: string, term: string, fault: EntryFault): Rule {
  return {
    id: `BR-${category.rules}-${number}`,
    each: 'BG-23',
    term,
    fault: (entry, context) =>
      entry.trimmed('BT-118') === category.code ? fault(entry, category, context) : null,
  };
}

/** Returns whether the base must be exact. The rules of EN 16931 allow a difference below 1 for some categories of each syntax. */
const isExact = (category: Category, syntax: string): boolean =>
  syntax === 'data' || (syntax === 'cii' ? hasRates(category) || category.code === 'O' : !hasRates(category));

function baseFault(entry: Group, category: Category, { vat, invoice }: Context): string | null {
  const rate = entry.decimal('BT-119');
  if (hasRates(category) && rate === null) return null;
  const sum = vat.sum(category.code, hasRates(category) ? rate : undefined);
  const made = invoice.syntax === 'ubl' ? sum : roundHalfUp(sum, 2);
  const base = entry.decimal('BT-116');
  const isFine =
    base !== null &&
    (isExact(category, invoice.syntax)
      ? equals(base, made)
      : compare(absolute(subtract(base, made)), ONE) < 0);
  const of = hasRates(category) && rate !== null ? ` of ${format(rate)} %` : '';
  return isFine
    ? null
    : `${nameOf('BT-116')} is ${base === null ? 'missing' : money(base)}, and the lines, charges and allowances of the category ${category.code}${of} make ${money(made)}.`;
}

function amountFault(entry: Group, category: Category, { invoice }: Context): string | null {
  const [tax, base, rate] = [entry.decimal('BT-117'), entry.decimal('BT-116'), entry.decimal('BT-119')];
  if (!hasRates(category)) {
    return tax !== null && isZero(tax)
      ? null
      : `${nameOf('BT-117')} must be 0 for the category ${category.code}.`;
  }
  if (invoice.syntax === 'cii' && category.code !== 'S') return null;
  if (tax === null || base === null || rate === null)
    return `${nameOf('BT-117')}, its base or its rate is missing.`;
  const expected = taxOf(base, rate);
  const isFine = compare(absolute(subtract(absolute(tax), expected)), ONE) < 0;
  return isFine
    ? null
    : `${nameOf('BT-117')} is ${money(tax)}, and ${format(rate)} % of ${money(base)} are ${money(expected)}.`;
}

function exemptionFault(entry: Group, { code, name, exemption }: Category): string | null {
  const isThere = entry.has('BT-120') || entry.has('BT-121');
  if (isThere === (exemption === 'needed')) return null;
  return isThere
    ? `The category ${code} (${name}) may have no exemption reason.`
    : `The category ${code} (${name}) needs an exemption reason, as text (BT-120) or code (BT-121).`;
}
