import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARTIFACTS } from './artifacts.ts';

const RULES = join(ARTIFACTS, 'phive-rules-en16931/external/schematron/1.3.16');

const PEPPOL = join(
  ARTIFACTS,
  'phive-rules-peppol/external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt',
);

/** The releases of Factur-X, each with its file and the numbers of its lists that differ from those of EN 16931. BASIC has the same codes. */
const FACTUR_X: Readonly<Record<string, readonly [file: string, lists: Readonly<Record<string, number>>]>> = {
  '1.09.2': [
    'validator/schematron/ZF_250/FACTUR-X_EN16931_codedb.xml',
    { countries: 7, vatCategories: 10, electronicAddresses: 17, currencies: 24, icd: 5 },
  ],
  '1.08': [
    'phive-rules-zugferd/external/schematron/2.4/FACTUR-X_EN16931_codedb.xml',
    { countries: 7, vatCategories: 10, electronicAddresses: 18, currencies: 25, icd: 5 },
  ],
};

/** The code lists of EN 16931, by the rule that names the codes. The rules for UBL have separate lists for invoices and credit notes. */
const LISTS: Readonly<Record<string, readonly [syntax: 'cii' | 'ubl', rule: string, which?: number]>> = {
  invoiceTypes: ['ubl', 'BR-CL-01', 0],
  creditNoteTypes: ['ubl', 'BR-CL-01', 1],
  currencies: ['cii', 'BR-CL-04'],
  vatPoints: ['ubl', 'BR-CL-06'],
  references: ['cii', 'BR-CL-07'],
  noteSubjects: ['cii', 'BR-CL-08'],
  icd: ['cii', 'BR-CL-10'],
  itemClassifications: ['cii', 'BR-CL-13'],
  countries: ['cii', 'BR-CL-14'],
  paymentMeans: ['cii', 'BR-CL-16'],
  vatCategories: ['cii', 'BR-CL-18'],
  allowanceReasons: ['cii', 'BR-CL-19'],
  chargeReasons: ['cii', 'BR-CL-20'],
  exemptionReasons: ['cii', 'BR-CL-22'],
  units: ['cii', 'BR-CL-23'],
  electronicAddresses: ['cii', 'BR-CL-25'],
  vatPrefixes: ['cii', 'BR-CO-09'],
};

const read = (syntax: 'cii' | 'ubl'): string =>
  readFileSync(join(RULES, syntax, `EN16931-${syntax.toUpperCase()}-validation.xslt`), 'utf8');

/** Returns the lists of codes in the test of a rule. */
function listsOf(source: string, rule: string): string[] {
  const end = source.indexOf(`<xsl:attribute name="id">${rule}</xsl:attribute>`);
  const start = source.lastIndexOf('<xsl:when test="', end);
  if (end === -1 || start === -1) throw new Error(`There is no rule ${rule}.`);
  const test = source.slice(start, source.indexOf('">', start));
  return [...test.matchAll(/contains\(\s*'([^']*)'/g)]
    .map(([, list = '']) => list.trim().replaceAll(/\s+/g, ' '))
    .filter((list) => list.includes(' '));
}

export function codeLists(): Record<string, string> {
  const sources = { cii: read('cii'), ubl: read('ubl') };
  const lists = Object.entries(LISTS).map(([name, [syntax, rule, which = 0]]) => {
    const list = listsOf(sources[syntax], rule)[which];
    if (list === undefined) throw new Error(`The rule ${rule} names no codes.`);
    return [name, list];
  });
  const mediaTypes = [...mediaTypesOf(sources.cii)].join(' ');
  const peppolAddresses =
    /variable name="eaid" select="tokenize\('([^']*)'/.exec(readFileSync(PEPPOL, 'utf8'))?.[1] ?? '';
  return { ...(Object.fromEntries(lists) as Record<string, string>), mediaTypes, peppolAddresses };
}

const mediaTypesOf = (source: string): Set<string> =>
  new Set([...source.matchAll(/@mimeCode = '([^']+)'/g)].map(([, type = '']) => type));

/** Returns the code lists of the releases of Factur-X. */
export const facturXLists = (): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(FACTUR_X).map(([release, [file, lists]]) => {
      const source = readFileSync(join(ARTIFACTS, file), 'utf8');
      return [
        release,
        Object.fromEntries(Object.entries(lists).map(([name, id]) => [name, listOf(source, id)])),
      ];
    }),
  );

function listOf(source: string, id: number): string {
  const list = new RegExp(`<cl id="${id}">([^]*?)</cl>`).exec(source)?.[1] ?? '';
  const codes = new Set([...list.matchAll(/value="([^"]*)"/g)].map(([, code = '']) => code));
  if (codes.size === 0) throw new Error(`Factur-X has no list ${id}.`);
  return [...codes].join(' ');
}
