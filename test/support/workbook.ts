import { strToU8, zipSync } from 'fflate';

interface Parts {
  /** The cells of the first sheet: `<row r="1"><c r="A1">…`. */
  readonly rows: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly sheets?: string;
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
}

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relations = (entries: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships>${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** Writes an XLSX workbook with only the parts that readers need. */
export function workbook({
  rows,
  more = {},
  sheets = '<sheet name="Data" r:id="rId1"/>',
  strings = '',
  styles = '',
  properties = '',
}: Parts): File {
  const parts: Record<string, string> = {
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="${TYPES}">${properties}<sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'worksheet', '/xl/worksheets/sheet2.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ['rId4', 'styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...more,
  };
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
  return new File([zipSync(files)], 'data.xlsx');
}

/** A row of texts, without addresses. */
export const textRow = (...texts: readonly string[]): string =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
