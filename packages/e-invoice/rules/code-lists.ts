import {
  codesOf,
  type CodeList,
  FACTUR_X_RELEASES,
  FACTUR_X_TEXTS,
  type FacturXRelease,
} from '../codes/codes.ts';
import type { Invoice } from '../model/group.ts';
import { nameOf, type Rule } from './rule.ts';
import { trimXml } from '../xml/text.ts';

interface Row {
  readonly id: string;
  readonly each: string;
  readonly term: string;
  readonly list: CodeList;
  /** The code is in this attribute of the value. */
  readonly attribute?: string | undefined;
  /** The syntaxes that have the rule. Default: all. */
  readonly syntaxes?: readonly Invoice['syntax'][] | undefined;
  /** The list is that of a release of Factur-X. Default: that of EN 16931. */
  readonly release?: FacturXRelease;
}

const row = (
  id: string,
  each: string,
  term: string,
  list: CodeList,
  attribute?: string,
  syntaxes?: Row['syntaxes'],
): Row => ({ id, each, term, list, attribute, syntaxes });

const ROWS: readonly Row[] = [
  row('BR-CL-04', 'BG-0', 'BT-5', 'currencies'),
  row('BR-CL-05', 'BG-0', 'BT-6', 'currencies'),
  row('BR-CL-06', 'BG-0', 'BT-8', 'vatPoints'),
  row('BR-CL-08', 'BG-1', 'BT-21', 'noteSubjects'),
  row('BR-CL-10', 'BG-4', 'BT-29', 'icd', 'schemeID'),
  row('BR-CL-10', 'BG-7', 'BT-46', 'icd', 'schemeID'),
  row('BR-CL-10', 'BG-10', 'BT-60', 'icd', 'schemeID'),
  row('BR-CL-11', 'BG-4', 'BT-30', 'icd', 'schemeID'),
  row('BR-CL-11', 'BG-7', 'BT-47', 'icd', 'schemeID'),
  row('BR-CL-11', 'BG-10', 'BT-61', 'icd', 'schemeID'),
  row('BR-CL-13', 'BT-158-00', 'BT-158', 'itemClassifications', 'listID'),
  row('BR-CL-14', 'BG-5', 'BT-40', 'countries'),
  row('BR-CL-14', 'BG-8', 'BT-55', 'countries'),
  row('BR-CL-14', 'BG-12', 'BT-69', 'countries'),
  row('BR-CL-14', 'BG-15', 'BT-80', 'countries'),
  row('BR-CL-15', 'BG-25', 'BT-159', 'countries'),
  row('BR-CL-16', 'BG-16', 'BT-81', 'paymentMeans'),
  row('BR-CL-17', 'BG-20', 'BT-95', 'vatCategories'),
  row('BR-CL-17', 'BG-21', 'BT-102', 'vatCategories'),
  // In UBL, the rule for allowances and charges includes the VAT breakdown.
  row('BR-CL-17', 'BG-23', 'BT-118', 'vatCategories', undefined, ['ubl']),
  row('BR-CL-18', 'BG-23', 'BT-118', 'vatCategories', undefined, ['data', 'cii']),
  row('BR-CL-18', 'BG-25', 'BT-151', 'vatCategories'),
  row('BR-CL-19', 'BG-20', 'BT-98', 'allowanceReasons'),
  row('BR-CL-19', 'BG-27', 'BT-140', 'allowanceReasons'),
  row('BR-CL-20', 'BG-21', 'BT-105', 'chargeReasons'),
  row('BR-CL-20', 'BG-28', 'BT-145', 'chargeReasons'),
  row('BR-CL-21', 'BG-25', 'BT-157', 'icd', 'schemeID'),
  row('BR-CL-22', 'BG-23', 'BT-121', 'exemptionReasons'),
  row('BR-CL-23', 'BG-25', 'BT-130', 'units'),
  row('BR-CL-23', 'BG-25', 'BT-150', 'units'),
  row('BR-CL-24', 'BG-24', 'BT-125', 'mediaTypes', 'mimeCode'),
  row('BR-CL-25', 'BG-4', 'BT-34', 'electronicAddresses', 'schemeID'),
  row('BR-CL-25', 'BG-7', 'BT-49', 'electronicAddresses', 'schemeID'),
  row('BR-CL-26', 'BG-13', 'BT-71', 'icd', 'schemeID'),
];

/** Peppol has rules of its own for some lists, and its own list for electronic addresses. */
export const PEPPOL_CODE_LISTS: readonly Rule[] = [
  row('PEPPOL-EN16931-CL001', 'BG-24', 'BT-125', 'mediaTypes', 'mimeCode'),
  row('PEPPOL-EN16931-CL002', 'BG-20', 'BT-98', 'allowanceReasons'),
  row('PEPPOL-EN16931-CL002', 'BG-27', 'BT-140', 'allowanceReasons'),
  row('PEPPOL-EN16931-CL003', 'BG-21', 'BT-105', 'chargeReasons'),
  row('PEPPOL-EN16931-CL003', 'BG-28', 'BT-145', 'chargeReasons'),
  row('PEPPOL-EN16931-CL006', 'BG-0', 'BT-8', 'vatPoints'),
  row('PEPPOL-EN16931-CL008', 'BG-4', 'BT-34', 'peppolAddresses', 'schemeID'),
  row('PEPPOL-EN16931-CL008', 'BG-7', 'BT-49', 'peppolAddresses', 'schemeID'),
].map(codeRule);

const INVOICE_TYPE: Rule = {
  id: 'BR-CL-01',
  each: 'BG-0',
  term: 'BT-3',
  fault: (document, { invoice }) => {
    if (!document.has('BT-3')) return null;
    const code = document.trimmed('BT-3');
    const list = document.place() === '/CreditNote' ? codesOf('creditNoteTypes') : codesOf('invoiceTypes');
    const isKnown = list.has(code) || (invoice.syntax !== 'ubl' && codesOf('creditNoteTypes').has(code));
    return isKnown ? null : notInList('BT-3', code);
  },
};

/**
 * Returns the rules for codes. The newest release of Factur-X lacks codes that CEN keeps for old countries and currencies, and an older one has others than
 * CEN has today. The rules of its Schematron have no names that last from one release to the next.
 */
export const codeListsOf = (release: FacturXRelease | null): readonly Rule[] => [
  ...ROWS.flatMap((one) => {
    if (release === null || !(one.list in FACTUR_X_TEXTS[release])) return [codeRule(one)];
    const ofRelease = codeRule({ ...one, id: 'FX-SCH', release });
    return release === FACTUR_X_RELEASES[0] ? [codeRule(one), ofRelease] : [ofRelease];
  }),
  INVOICE_TYPE,
];

/** A rule that a code is in its list. Exemption reasons may have small letters. */
function codeRule({ id, each, term, list, attribute, syntaxes, release }: Row): Rule {
  return {
    id,
    each,
    term,
    attribute,
    fault: (group, { invoice }) => {
      if (syntaxes?.includes(invoice.syntax) === false) return null;
      const value = group.value(term);
      const text = attribute === undefined ? value?.text : value?.attributes[attribute];
      if (text === undefined) return null;
      const code = list === 'exemptionReasons' ? trimXml(text).toUpperCase() : trimXml(text);
      return codesOf(list, release).has(code) ? null : notInList(term, text);
    },
  };
}

const notInList = (term: string, code: string): string =>
  `${nameOf(term)} has the code "${code.slice(0, 40)}", which is not in its list.`;
