import type { Meter } from '@platen/meter';
import { codesOf, type CodeList } from '../codes/codes.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from '../problem.ts';
import { PROFILES, type EInvoiceProfile, type Profile } from '../profiles.ts';
import { xpathOf, type XmlElement } from '../xml/element.ts';
import { KOSIT } from './kosit-xml.ts';
import { PEPPOL_IDENTIFIERS } from './peppol-identifiers.ts';
import { child, XmlDocument, type XmlRule } from './xml-rule.ts';
import { trimXml } from '../xml/text.ts';

const isFilled = (element: XmlElement | undefined): boolean =>
  element !== undefined && trimXml(element.text) !== '';

/** A rule that an electronic address with a scheme has an address. */
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

/** @param release the list is that of a release of Factur-X, if it has one of its own */
const codeFault = (
  list: CodeList,
  code: string | null,
  name: string,
  release: Profile['release'] = null,
): string | null =>
  code === null || codesOf(list, release).has(trimXml(code))
    ? null
    : `"${code.slice(0, 40)}" is not in the list of ${name}.`;

const currencyRule = (id: string, only: XmlRule['only'], names: readonly string[] | null): XmlRule => ({
  id,
  only,
  names,
  fault: (element, { release }) =>
    codeFault('currencies', element.attribute('currencyID'), 'currencies', release),
});

const taxTotals = (root: XmlElement, hasSubtotals: boolean): number =>
  root.children.filter(
    (one) => one.name === 'TaxTotal' && (child(one, 'TaxSubtotal') !== undefined) === hasSubtotals,
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
        : `The document has the type "${code.slice(0, 20)}". It must be 50, 130 or 916.`;
    },
  },
  addressRule('BR-62', 'SellerTradeParty'),
  addressRule('BR-63', 'BuyerTradeParty'),
  {
    id: 'BR-CL-07',
    only: 'cii',
    names: ['ReferenceTypeCode'],
    fault: ({ text }) => codeFault('references', text, 'reference qualifiers'),
  },
  {
    id: 'BR-CL-07',
    only: 'ubl',
    names: ['AdditionalDocumentReference', 'DocumentReference'],
    fault: (element) => {
      const scheme = child(element, 'ID')?.attribute('schemeID') ?? null;
      const isObject = child(element, 'DocumentTypeCode')?.text === '130';
      return isObject ? codeFault('references', scheme, 'reference qualifiers') : null;
    },
  },
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
      return isWhole ? null : 'The tax scheme of a party needs an identifier and a scheme.';
    },
  },
  {
    id: 'UBL-SR-43',
    only: 'ubl',
    names: ['AdditionalDocumentReference'],
    fault: (element, { isCreditNote }) => {
      const type = child(element, 'DocumentTypeCode');
      const code = trimXml(type?.text ?? '');
      const hasScheme = child(element, 'ID')?.attribute('schemeID') !== null;
      if (code === '130' || (code === '50' && isCreditNote)) return null;
      return type === undefined && !hasScheme
        ? null
        : 'A reference with a scheme must have the type 130 (an invoiced object), and no other type is allowed.';
    },
  },
  {
    id: 'PEPPOL-EN16931-R008',
    only: 'peppol',
    names: null,
    fault: (element) =>
      element.children.length > 0 || trimXml(element.text) !== '' ? null : `${element.name} is empty.`,
  },
  {
    id: 'PEPPOL-EN16931-R051',
    only: 'peppol',
    names: null,
    fault: (element, document) => {
      const currency = element.attribute('currencyID');
      const isFine =
        currency === null || currency === document.currency || document.isAccountingTotal(element);
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

/** The rules for the check digits of identifiers. */
const IDENTIFIER_RULES = PEPPOL_IDENTIFIERS.map(({ rule, scheme, name, isRight }): XmlRule => ({
  id: `PEPPOL-COMMON-${rule}`,
  only: 'peppol',
  names: ['EndpointID', 'CompanyID', 'ID'],
  fault: (element) => {
    const isIdentifier = element.name !== 'ID' || element.parent?.name === 'PartyIdentification';
    if (!isIdentifier || element.attribute('schemeID') !== scheme) return null;
    const text = trimXml(element.text);
    return isRight(text) ? null : `"${text.slice(0, 40)}" is no ${name}, which the scheme ${scheme} needs.`;
  },
}));

/** Checks the rules that XML can break and data cannot. */
export async function checkXml(
  root: XmlElement,
  profile: EInvoiceProfile,
  meter: Meter,
): Promise<InvoiceProblem[]> {
  const rules = [...RULES, ...IDENTIFIER_RULES, ...KOSIT].filter(
    ({ only }) => only === profile || only === PROFILES[profile].syntax,
  );
  const document = new XmlDocument(root, PROFILES[profile]);
  const problems: InvoiceProblem[] = [];
  const visit = async (element: XmlElement): Promise<void> => {
    // A rule looks at the children of its element.
    meter.charge(rules.length * (1 + element.children.length));
    if (meter.isDue) await meter.pause();
    for (const { id, names, fault } of rules) {
      if (problems.length >= MAX_PROBLEMS) return;
      const message = names === null || names.includes(element.name) ? fault(element, document) : null;
      if (message !== null) problems.push({ rule: id, field: xpathOf(element), term: null, message });
    }
    for (const inner of element.children) await visit(inner);
  };
  await visit(root);
  return problems;
}
