import type { Group, Invoice } from '../model/group.ts';
import type { EInvoiceProfile } from '../profiles.ts';

/** What a rule needs beside the group that it is about. */
export interface Context {
  readonly invoice: Invoice;
  readonly document: Group;
  readonly profile: EInvoiceProfile;
}

export interface Rule {
  readonly id: string;
  /** The groups that it is about: each of this term. */
  readonly each: string;
  /** The term that the problem is shown at. */
  readonly term: string;
  /** A sentence that says what is wrong. Null: nothing. */
  readonly fault: (group: Group, context: Context) => string | null;
}

/** `Invoice number (BT-1)` */
export function nameOf(group: Group, term: string): string {
  const found =
    group.definition.terms.find((one) => one.term === term) ??
    group.definition.groups.find((one) => one.term === term);
  return `${found?.name ?? group.definition.name} (${term})`;
}
