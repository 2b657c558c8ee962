import type { Group, Invoice } from '../model/group.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from '../problem.ts';
import type { EInvoiceProfile } from '../profiles.ts';
import { PRESENCE } from './presence.ts';
import type { Context, Rule } from './rule.ts';

const RULES: Readonly<Record<EInvoiceProfile, readonly Rule[]>> = {
  basic: PRESENCE,
  en16931: PRESENCE,
  xrechnung: PRESENCE,
  peppol: PRESENCE,
};

/** The rules of EN 16931, and those that the profile adds. */
export function checkRules(invoice: Invoice, profile: EInvoiceProfile): InvoiceProblem[] {
  const context: Context = { invoice, document: invoice.document, profile };
  const byGroup = Map.groupBy(RULES[profile], ({ each }) => each);
  const problems: InvoiceProblem[] = [];
  const check = (group: Group): void => {
    for (const { id, term, fault } of byGroup.get(group.definition.term) ?? []) {
      const message = problems.length < MAX_PROBLEMS ? fault(group, context) : null;
      if (message !== null) problems.push({ rule: id, field: group.placeOf(term), term, message });
    }
    for (const groups of group.groups.values()) groups.forEach(check);
  };
  check(invoice.document);
  return problems;
}
