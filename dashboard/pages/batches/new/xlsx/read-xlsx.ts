import {
  CellError,
  type DataRecord,
  type DataTable,
  requireDistinct,
  requireSize,
  UnreadableFileError,
} from '../data-table.ts';
import { readNumberFormats } from './number-formats.ts';
import { parseXml } from './parse-xml.ts';
import { readSheet, type SheetRow, unescape } from './read-sheet.ts';
import { readWorkbook } from './read-workbook.ts';
import { unzipWorkbook } from './unzip-workbook.ts';

/**
 * Reads a sheet of an XLSX workbook as CSV is read: the first row names the columns, and the values are text.
 *
 * @param wanted the name of the sheet; undefined for the first one that is shown
 * @throws {UnreadableFileError}
 */
export function readXlsx(bytes: Uint8Array, wanted?: string): DataTable {
  const read = unzipWorkbook(bytes);
  try {
    const { sheets, is1904, strings, styles } = readWorkbook(read);
    const sheet = sheets.find(({ name }) => name === wanted) ?? sheets[0];
    const xml = sheet === undefined ? null : read(sheet.path);
    if (xml === null) throw new UnreadableFileError('The file is not an XLSX workbook.');
    const sharedStrings = readSharedStrings(read(strings) ?? '<sst/>');
    const formats = readNumberFormats(read(styles) ?? '<styleSheet/>');
    const rows = readSheet(xml, { sharedStrings, formats, is1904 });
    return toTable(
      rows,
      sheets.map(({ name }) => name),
    );
  } catch (error) {
    throw error instanceof UnreadableFileError ? error : new UnreadableFileError('The workbook is damaged.');
  }
}

function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isReading = false;
  parseXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      // The phonetic guide to a Japanese or Chinese text is not part of the text.
      if (name === 'rPh') isReading = true;
      if (name === 't') isText = !isReading;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') strings.push(unescape(text));
    },
  });
  return strings;
}

function toTable([head, ...rows]: readonly SheetRow[], sheets: readonly string[]): DataTable {
  if (head === undefined) throw new UnreadableFileError('The sheet is empty.');
  const names = new Map(head.cells.map(({ column, text }) => [column, text.trim()]));
  const columns = [...names.values()];
  requireDistinct(columns);
  requireSize(rows.length, columns.length);
  const records: DataRecord[] = [];
  for (const { row, cells } of rows) {
    const values = new Map<string, string | CellError>(columns.map((name) => [name, '']));
    for (const { column, text, problem } of cells) {
      const name = names.get(column);
      // A note beside the table has no name.
      if (name === undefined) continue;
      values.set(name, problem === null ? text : new CellError(problem));
    }
    const hasValue = [...values.values()].some((value) => typeof value !== 'string' || value.trim() !== '');
    if (hasValue) records.push({ line: row, values });
  }
  return { columns, records, problems: [], unit: 'Row', sheets };
}
