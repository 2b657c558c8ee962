import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT } from '../../packages/e-invoice/terms/document.ts';
import { pathsOf } from '../../packages/e-invoice/terms/path.ts';
import type { TermGroup } from '../../packages/e-invoice/terms/table.ts';
import type { StructureTable } from '../../packages/e-invoice/structure/structure.ts';
import { ARTIFACTS } from './artifacts.ts';
import { PREFIXES, Schema } from './read-schema.ts';

const filesIn = (folder: string): string[] => readdirSync(folder).map((file) => join(folder, file));

/** Reads the structure of a profile of Factur-X. */
export async function facturXTable(profile: 'basic' | 'en16931'): Promise<StructureTable> {
  const schema = await Schema.read(
    filesIn(join(ARTIFACTS, 'phive-rules-zugferd/external/schemas/2.4', profile)),
  );
  return tableOf(schema, ['rsm', 'ram', 'qdt', 'udt'], { 'rsm:CrossIndustryInvoice': 'rsm' });
}

/** Reads the structure of the part of UBL 2.1 that EN 16931 uses. */
export async function ublTable(): Promise<StructureTable> {
  const folder = join(ARTIFACTS, 'validator/schema/UBL_21');
  const documents = ['Invoice', 'CreditNote'].map((name) => join(folder, `maindoc/UBL-${name}-2.1.xsd`));
  const common = filesIn(join(folder, 'common')).filter((file) =>
    /Common(?:Agg|Bas)|DataTypes|CCTS/.test(file),
  );
  const schema = await Schema.read(
    [...documents, ...common, join(folder, 'common/UBL-CommonExtensionComponents-2.1.xsd')],
    isUsed,
  );
  return tableOf(schema, ['ubl', 'cn', 'cac', 'cbc', 'ext'], { 'ubl:Invoice': 'ubl', 'cn:CreditNote': 'cn' });
}

function tableOf(
  schema: Schema,
  prefixes: readonly string[],
  roots: Readonly<Record<string, string>>,
): StructureTable {
  const types = Object.entries(roots).map(([tag, prefix]) => [
    tag,
    schema.writeRoot(PREFIXES[prefix] ?? '', tag.slice(prefix.length + 1)),
  ]);
  return {
    namespaces: Object.fromEntries(prefixes.map((prefix) => [prefix, PREFIXES[prefix] ?? ''])),
    roots: Object.fromEntries(types) as Record<string, string>,
    types: Object.fromEntries([...schema.written].toSorted(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** The types of the elements of UBL whose type has another name. */
const TYPES_OF_ELEMENTS: Readonly<Record<string, string>> = {
  AccountingSupplierParty: 'SupplierPartyType',
  AccountingCustomerParty: 'CustomerPartyType',
  PayeeParty: 'PartyType',
  TaxRepresentativeParty: 'PartyType',
  DeliveryParty: 'PartyType',
  PostalAddress: 'AddressType',
  DeliveryLocation: 'LocationType',
  InvoicePeriod: 'PeriodType',
  LegalMonetaryTotal: 'MonetaryTotalType',
  PayeeFinancialAccount: 'FinancialAccountType',
  PayerFinancialAccount: 'FinancialAccountType',
  FinancialInstitutionBranch: 'BranchType',
  ClassifiedTaxCategory: 'TaxCategoryType',
  AdditionalItemProperty: 'ItemPropertyType',
  OriginCountry: 'CountryType',
};

const used = new Set(['InvoiceType', 'CreditNoteType', 'PaymentTermsType']);

function addTypes(paths: string | null): void {
  for (const path of paths === null ? [] : pathsOf(paths)) {
    for (const { name, conditions } of path) {
      for (const one of [name, ...conditions.flatMap((condition) => condition.path)]) {
        used.add(
          TYPES_OF_ELEMENTS[one] ??
            `${one.replace(/^(?:\w+(?=DocumentReference$)|Sellers|Buyers|Standard(?=Item))/, '')}Type`,
        );
      }
    }
  }
}

function addGroup(group: TermGroup): void {
  addTypes(group.ubl);
  for (const { ubl } of group.terms) addTypes(ubl);
  group.groups.forEach(addGroup);
}

addGroup(DOCUMENT);
const isUsed = (type: string): boolean => used.has(type);
