import type { Group, Invoice } from '../model/group.ts';
import type { EInvoiceProfile } from '../profiles.ts';
import { DOCUMENT } from '../terms/document.ts';
import type { TermGroup } from '../terms/table.ts';
import type { Totals } from './totals.ts';
import type { VatUse } from './vat-use.ts';

/** The data that a rule can read beside its group. */
export interface Context {
  readonly invoice: Invoice;
  readonly document: Group;
  readonly profile: EInvoiceProfile;
  readonly vat: VatUse;
  readonly totals: Totals;
}

export interface Rule {
  readonly id: string;
  /** The term of the groups that the rule checks one by one. */
  readonly each: string;
  /** The business term of the problem. */
  readonly term: string;
  /** The path to the group that has the term, from the group of the rule. Default: the group itself. */
  readonly at?: readonly string[];
  /** The attribute of the term that is wrong, such as `schemeID`. Default: its text. */
  readonly attribute?: string | undefined;
  /** Returns a sentence that says what is wrong, or null. */
  readonly fault: (group: Group, context: Context) => string | null;
}

const NAMES = new Map<string, string>();

function collect(group: TermGroup): void {
  NAMES.set(group.term, group.name);
  for (const { term, name } of group.terms) NAMES.set(term, name);
  group.groups.forEach(collect);
}
collect(DOCUMENT);

/** Returns a name such as `Invoice number (BT-1)`. */
export const nameOf = (term: string): string => `${NAMES.get(term) ?? term} (${term})`;
