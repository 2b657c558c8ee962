import type { Profile } from '../profiles.ts';
import type { XmlElement } from '../xml/element.ts';
import { trimXml } from '../xml/text.ts';

/** A rule for elements that are no business term, or that need a business term which is missing. */
export interface XmlRule {
  readonly id: string;
  readonly only: 'cii' | 'ubl' | 'peppol' | 'xrechnung';
  /** The names of the elements that it checks. It is null for all elements. */
  readonly names: readonly string[] | null;
  readonly fault: (element: XmlElement, document: XmlDocument) => string | null;
}

export const child = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((one) => one.name === name);

export const all = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((one) => one.name === name);

/** Facts that many elements of an invoice need. They are searched for once, because a search for each element takes quadratic time. */
export class XmlDocument {
  readonly isCreditNote: boolean;
  readonly currency: string | undefined;
  readonly release: Profile['release'];
  private readonly hasSubtotals = new Map<XmlElement, boolean>();

  constructor(root: XmlElement, { release }: Profile) {
    this.release = release;
    this.isCreditNote = root.name === 'CreditNote';
    this.currency = trimXml(child(root, 'DocumentCurrencyCode')?.text ?? '');
  }

  /** Returns whether it is a VAT total without subtotals, which may have the currency of the VAT accounting. */
  isAccountingTotal({ name, parent }: XmlElement): boolean {
    if (name !== 'TaxAmount' || parent?.name !== 'TaxTotal') return false;
    const hasSubtotals = this.hasSubtotals.get(parent) ?? child(parent, 'TaxSubtotal') !== undefined;
    this.hasSubtotals.set(parent, hasSubtotals);
    return !hasSubtotals;
  }
}
