/** Writes the tables of packages/e-invoice from the schemas and rules of Factur-X, UBL and EN 16931. Needs Maven. */
import { writeFile } from 'node:fs/promises';
import type { StructureTable } from '../../packages/e-invoice/structure/structure.ts';
import { unpackArtifacts } from '../e-invoice/artifacts.ts';
import { codeLists, facturXLists } from '../e-invoice/code-lists.ts';
import { facturXTable, ublTable } from '../e-invoice/structure-tables.ts';
import { inProject } from '../../scripts/project.ts';

const HEADER = '/** Written by `npm run tool -- e-invoice-tables`. */\n';

async function writeStructure(
  file: string,
  name: string,
  source: string,
  table: StructureTable,
): Promise<void> {
  const text = [
    HEADER.replace(' */', ` Facts of ${source}. */`),
    "import type { StructureTable } from './structure.ts';\n\n",
    `export const ${name}: StructureTable = ${JSON.stringify(table, null, 2)};\n`,
  ];
  await writeFile(inProject(`packages/e-invoice/structure/${file}.generated.ts`), text.join(''));
}

unpackArtifacts();
const FACTUR_X = 'the XML schema of Factur-X 1.08, ZUGFeRD 2.4';
await writeStructure(
  'factur-x-basic',
  'FACTUR_X_BASIC',
  `${FACTUR_X}, profile BASIC`,
  await facturXTable('basic'),
);
await writeStructure(
  'factur-x-en16931',
  'FACTUR_X_EN16931',
  `${FACTUR_X}, profile EN 16931`,
  await facturXTable('en16931'),
);
await writeStructure('ubl', 'UBL', 'the XML schema of UBL 2.1', await ublTable());

const toRows = (lists: Record<string, string>): string =>
  Object.entries(lists)
    .map(([name, list]) => `  ${name}: '${list}',\n`)
    .join('');

const head = HEADER.replace(' */', ' Facts: the codes that EN 16931 names. */');
await writeFile(
  inProject('packages/e-invoice/codes/codes.generated.ts'),
  `${head}export const CODE_TEXTS = {\n${toRows(codeLists())}} as const;\n`,
);

const { release, lists } = facturXLists();
await writeFile(
  inProject('packages/e-invoice/codes/factur-x.generated.ts'),
  `${HEADER.replace(' */', ` Facts: the codes of Factur-X ${release} that differ from those of EN 16931. */`)}export const FACTUR_X_TEXTS = {\n${toRows(lists)}} as const;\n`,
);
