import { codesOf } from '../codes/codes.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from '../problem.ts';
import { PROFILES, type EInvoiceProfile } from '../profiles.ts';
import { xpathOf, type XmlElement } from '../xml/element.ts';

/** A rule about elements that say nothing of a business term, or stand where another is missing. */
interface XmlRule {
  readonly id: string;
  readonly only: 'cii' | 'ubl' | 'peppol';
  /** The elements that it is about. Null: all. */
  readonly names: readonly string[] | null;
  readonly fault: (element: XmlElement, root: XmlElement) => string | null;
}

const child = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((one) => one.name === name);

const isFilled = (element: XmlElement | undefined): boolean =>
  element !== undefined && element.text.trim() !== '';

/** The scheme of an electronic address needs an address. */
const addressRule = (id: string, party: string): XmlRule => ({
  id,
  only: 'cii',
  names: [party],
  fault: (element) => {
    const address = child(element, 'URIUniversalCommunication');
    return address === undefined || child(address, 'URIID') !== undefined
      ? null
      : 'The electronic address is empty.';
  },
});

const currencyRule = (id: string, only: XmlRule['only'], names: readonly string[] | null): XmlRule => ({
  id,
  only,
  names,
  fault: (element) => {
    const currency = element.attribute('currencyID');
    return currency === null || codesOf('currencies').has(currency.trim())
      ? null
      : `"${currency.slice(0, 40)}" is not of the list of currencies.`;
  },
});

/** A VAT total without parts may have the currency of the VAT accounting. */
const isAccountingTotal = ({ name, parent }: XmlElement): boolean =>
  name === 'TaxAmount' && parent?.name === 'TaxTotal' && child(parent, 'TaxSubtotal') === undefined;

const taxTotals = (root: XmlElement, hasParts: boolean): number =>
  root.children.filter(
    (one) => one.name === 'TaxTotal' && (child(one, 'TaxSubtotal') !== undefined) === hasParts,
  ).length;

const RULES: readonly XmlRule[] = [
  {
    id: 'BR-52',
    only: 'cii',
    names: ['AdditionalReferencedDocument'],
    fault: (element) =>
      isFilled(child(element, 'IssuerAssignedID')) ? null : 'The reference of the document is missing.',
  },
  {
    id: 'CII-DT-018',
    only: 'cii',
    names: ['AdditionalReferencedDocument'],
    fault: (element) => {
      const code = child(element, 'TypeCode')?.text;
      return code === undefined || ['50', '130', '916'].includes(code)
        ? null
        : `The document has the type "${code.slice(0, 20)}". It may be 50, 130 or 916.`;
    },
  },
  addressRule('BR-62', 'SellerTradeParty'),
  addressRule('BR-63', 'BuyerTradeParty'),
  currencyRule('BR-CL-03', 'cii', ['TaxTotalAmount']),
  currencyRule('BR-CL-03', 'ubl', null),
  currencyRule('PEPPOL-EN16931-CL007', 'peppol', null),
  {
    id: 'UBL-SR-53',
    only: 'ubl',
    names: ['PartyTaxScheme'],
    fault: (element) => {
      const scheme = child(element, 'TaxScheme');
      const isWhole =
        child(element, 'CompanyID') !== undefined &&
        scheme !== undefined &&
        child(scheme, 'ID') !== undefined;
      return isWhole ? null : 'A tax scheme of a party needs its identifier and its scheme.';
    },
  },
  {
    id: 'UBL-SR-43',
    only: 'ubl',
    names: ['AdditionalDocumentReference'],
    fault: (element, root) => {
      const code = child(element, 'DocumentTypeCode')?.text.trim();
      const hasScheme = child(element, 'ID')?.attribute('schemeID') !== null;
      if (code === '130' || (code === '50' && root.name === 'CreditNote')) return null;
      return code === undefined && !hasScheme
        ? null
        : 'Only the type 130 (an invoiced object) may have a scheme, and the type may be 130 only.';
    },
  },
  {
    id: 'PEPPOL-EN16931-R008',
    only: 'peppol',
    names: null,
    fault: (element) =>
      element.children.length > 0 || element.text.trim() !== '' ? null : `${element.name} is empty.`,
  },
  {
    id: 'PEPPOL-EN16931-R051',
    only: 'peppol',
    names: null,
    fault: (element, root) => {
      const currency = element.attribute('currencyID');
      const isFine =
        currency === null ||
        isAccountingTotal(element) ||
        currency === child(root, 'DocumentCurrencyCode')?.text.trim();
      return isFine ? null : `${element.name} has another currency than the invoice.`;
    },
  },
  {
    id: 'PEPPOL-EN16931-R053',
    only: 'peppol',
    names: ['Invoice', 'CreditNote'],
    fault: (root) => (taxTotals(root, true) === 1 ? null : 'There must be one VAT total with a breakdown.'),
  },
  {
    id: 'PEPPOL-EN16931-R054',
    only: 'peppol',
    names: ['Invoice', 'CreditNote'],
    fault: (root) =>
      taxTotals(root, false) === (child(root, 'TaxCurrencyCode') === undefined ? 0 : 1)
        ? null
        : 'There must be one VAT total in the VAT accounting currency, if there is such a currency.',
  },
];

/** What only XML can break, and data cannot. */
export function checkXml(root: XmlElement, profile: EInvoiceProfile): InvoiceProblem[] {
  const rules = RULES.filter(({ only }) => only === profile || only === PROFILES[profile].syntax);
  const problems: InvoiceProblem[] = [];
  const visit = (element: XmlElement): void => {
    for (const { id, names, fault } of rules) {
      if (problems.length >= MAX_PROBLEMS) return;
      const message = names === null || names.includes(element.name) ? fault(element, root) : null;
      if (message !== null) problems.push({ rule: id, field: xpathOf(element), term: null, message });
    }
    element.children.forEach(visit);
  };
  visit(root);
  return problems;
}
