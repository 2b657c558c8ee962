import type { Group, Invoice } from '../model/group.ts';
import type { EInvoiceProfile } from '../profiles.ts';
import { DOCUMENT } from '../terms/document.ts';
import type { TermGroup } from '../terms/table.ts';
import type { VatUse } from './vat-use.ts';

/** What a rule needs beside the group that it is about. */
export interface Context {
  readonly invoice: Invoice;
  readonly document: Group;
  readonly profile: EInvoiceProfile;
  readonly vat: VatUse;
}

export interface Rule {
  readonly id: string;
  /** The groups that it is about: each of this term. */
  readonly each: string;
  /** The term that the problem is shown at. */
  readonly term: string;
  /** The groups below that have the term. */
  readonly at?: readonly string[];
  /** A sentence that says what is wrong. Null: nothing. */
  readonly fault: (group: Group, context: Context) => string | null;
}

const NAMES = new Map<string, string>();

function collect(group: TermGroup): void {
  NAMES.set(group.term, group.name);
  for (const { term, name } of group.terms) NAMES.set(term, name);
  group.groups.forEach(collect);
}
collect(DOCUMENT);

/** `Invoice number (BT-1)` */
export const nameOf = (group: string, term: string): string =>
  `${NAMES.get(term) ?? NAMES.get(group) ?? group} (${term})`;
