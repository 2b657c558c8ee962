import type { Group, Invoice } from '../model/group.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from '../problem.ts';
import type { EInvoiceProfile } from '../profiles.ts';
import { CODE_LISTS } from './code-lists.ts';
import { DATES } from './dates.ts';
import { DETAILS } from './details.ts';
import { guidelineOf } from './guideline.ts';
import { ONCE } from './once.ts';
import { PEPPOL } from './peppol.ts';
import { PRESENCE, REASONS } from './presence.ts';
import type { Context, Rule } from './rule.ts';
import { SUMS, TWO_DECIMALS } from './sums.ts';
import { SPECIAL_VAT_RULES, VAT_RULES } from './vat-categories.ts';
import { XRECHNUNG } from './xrechnung.ts';
import { VatUse } from './vat-use.ts';

const EN16931: readonly Rule[] = [
  ...PRESENCE,
  ...REASONS,
  ...DETAILS,
  ...SUMS,
  ...TWO_DECIMALS,
  ...VAT_RULES,
  ...SPECIAL_VAT_RULES,
  ...CODE_LISTS,
  ...DATES,
];

const RULES: Readonly<Record<EInvoiceProfile, readonly Rule[]>> = {
  basic: [...EN16931, guidelineOf('basic')],
  en16931: [...EN16931, guidelineOf('en16931')],
  xrechnung: [...EN16931, ...XRECHNUNG, guidelineOf('xrechnung')],
  peppol: [...EN16931, ...ONCE, ...PEPPOL, guidelineOf('peppol')],
};

/** The rules of EN 16931, and those that the profile adds. */
export function checkRules(invoice: Invoice, profile: EInvoiceProfile): InvoiceProblem[] {
  const { document } = invoice;
  const context: Context = { invoice, document, profile, vat: new VatUse(document) };
  const byGroup = Map.groupBy(RULES[profile], ({ each }) => each);
  const problems: InvoiceProblem[] = [];
  const check = (group: Group): void => {
    for (const { id, term, at, fault } of byGroup.get(group.definition.term) ?? []) {
      const message = problems.length < MAX_PROBLEMS ? fault(group, context) : null;
      if (message !== null) problems.push({ rule: id, field: placeOf(group, at ?? [], term), term, message });
    }
    for (const groups of group.groups.values()) groups.forEach(check);
  };
  check(document);
  return problems;
}

/** The place of a term in a group below. A group that is missing has no place: then that of the group around it. */
function placeOf(group: Group, steps: readonly string[], term: string): string {
  let owner = group;
  for (const step of steps) {
    const inner = owner.group(step);
    if (inner === null) return owner.placeOf(step);
    owner = inner;
  }
  return owner.placeOf(term);
}
