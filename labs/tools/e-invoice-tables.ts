/** Writes the tables of packages/e-invoice from their publishers, or compares them ("--compare"). Needs Maven. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { CODE_TEXTS } from '../../packages/e-invoice/codes/codes.generated.ts';
import { FACTUR_X_TEXTS } from '../../packages/e-invoice/codes/factur-x.generated.ts';
import { FACTUR_X_BASIC } from '../../packages/e-invoice/structure/factur-x-basic.generated.ts';
import { FACTUR_X_EN16931 } from '../../packages/e-invoice/structure/factur-x-en16931.generated.ts';
import { UBL } from '../../packages/e-invoice/structure/ubl.generated.ts';
import { unpackArtifacts } from '../e-invoice/artifacts.ts';
import { codeLists, facturXLists } from '../e-invoice/code-lists.ts';
import { differences } from '../e-invoice/differences.ts';
import { facturXTable, ublTable } from '../e-invoice/structure-tables.ts';
import { inProject } from '../../scripts/project.ts';

/** Compares the tables with those of the artifacts in labs/e-invoice/pom.xml, and writes nothing. */
const { values } = parseArgs({ options: { compare: { type: 'boolean', default: false } } });

interface Table {
  readonly name: string;
  /** In packages/e-invoice. */
  readonly file: string;
  readonly facts: string;
  readonly written: object;
  readonly read: object;
  /** The type of a structure. */
  readonly type?: string;
}

unpackArtifacts();
const FACTUR_X = 'the XML schema of Factur-X 1.08, ZUGFeRD 2.4';
const structure = (file: string, name: string, facts: string, written: object, read: object): Table => ({
  name,
  file: `structure/${file}`,
  facts,
  written,
  read,
  type: 'StructureTable',
});
const TABLES: readonly Table[] = [
  structure(
    'factur-x-basic',
    'FACTUR_X_BASIC',
    `${FACTUR_X}, profile BASIC`,
    FACTUR_X_BASIC,
    await facturXTable('basic'),
  ),
  structure(
    'factur-x-en16931',
    'FACTUR_X_EN16931',
    `${FACTUR_X}, profile EN 16931`,
    FACTUR_X_EN16931,
    await facturXTable('en16931'),
  ),
  structure('ubl', 'UBL', 'the XML schema of UBL 2.1', UBL, await ublTable()),
  {
    name: 'CODE_TEXTS',
    file: 'codes/codes',
    facts: 'the codes that EN 16931 names',
    written: CODE_TEXTS,
    read: codeLists(),
  },
  {
    name: 'FACTUR_X_TEXTS',
    file: 'codes/factur-x',
    facts: 'the codes of the releases of Factur-X that differ from those of EN 16931',
    written: FACTUR_X_TEXTS,
    read: facturXLists(),
  },
];

/** No code has a quotation mark. */
const toSource = (lists: object): string =>
  JSON.stringify(lists, null, 2)
    .replaceAll(/"([A-Za-z]\w*)":/g, '$1:')
    .replaceAll('"', "'")
    .replaceAll(/(['}])\n/g, '$1,\n');

function toText({ name, facts, read, type }: Table): string {
  const of = type === undefined ? 'Facts:' : 'Facts of';
  const head = `/** Written by \`npm run tool -- e-invoice-tables\`. ${of} ${facts}. */\n`;
  if (type === undefined) return `${head}export const ${name} = ${toSource(read)} as const;\n`;
  const imports = `import type { ${type} } from './structure.ts';\n\n`;
  return `${head}${imports}export const ${name}: ${type} = ${JSON.stringify(read, null, 2)};\n`;
}

if (values.compare) {
  const changes = TABLES.flatMap(({ name, written, read }) => differences(written, read, name));
  console.log([...changes, `${changes.length} differences in ${TABLES.length} tables`].join('\n'));
  process.exitCode = changes.length === 0 ? 0 : 1;
} else {
  for (const table of TABLES)
    await writeFile(inProject(`packages/e-invoice/${table.file}.generated.ts`), toText(table));
}
