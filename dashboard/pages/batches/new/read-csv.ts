import {
  type DataRecord,
  type DataTable,
  recordProblem,
  requireDistinct,
  requireSize,
  type RowProblem,
  UnreadableFileError,
} from './data-table.ts';

interface Line {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Spreadsheets use the one of the language of their user. */
const DELIMITERS = [',', ';', '\t', '|'];

/** Excel reads the delimiter from such a first line, and other programs write it for Excel. It may be quoted. */
const SEPARATOR_LINE = /^(?:sep=(.)|"sep=(.)")[,;\t ]*(?:\r\n|\r|\n|$)/i;

/**
 * The first line names the columns, or the one after `sep=;`. Without that, the delimiter is the one that gives the most columns.
 * @throws {UnreadableFileError}
 */
export async function readCsv(text: string): Promise<DataTable> {
  const [header, ...lines] = (await splitLines(text)).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  );
  if (header === undefined) throw new UnreadableFileError('The file is empty.');
  const columns = header.cells.map((cell) => cell.trim());
  requireDistinct(columns);
  requireSize(lines.length, columns.length);
  const records: DataRecord[] = [];
  const problems: RowProblem[] = [];
  for (const { line, cells } of lines) {
    const message = countProblem(cells.length, columns.length);
    if (message !== null) problems.push(recordProblem(line, message));
    else records.push({ line, values: new Map(columns.map((column, at) => [column, cells[at] ?? ''])) });
  }
  return { columns, records, problems, unit: 'Line', sheets: [] };
}

/** A quoted cell can have several lines, so the lines of the file are counted here. @throws {UnreadableFileError} */
async function splitLines(file: string): Promise<Line[]> {
  const [separatorLine = '', own, quoted] = SEPARATOR_LINE.exec(file) ?? [];
  const text = file.slice(separatorLine.length);
  // Only the page that reads files needs it.
  const { default: Papa } = await import('papaparse');
  const columnsWith = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0;
  const delimiter = own ?? quoted ?? DELIMITERS.toSorted((a, b) => columnsWith(b) - columnsWith(a))[0];
  const lines: Line[] = [];
  let line = separatorLine === '' ? 1 : 2;
  let from = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data, errors, meta: { cursor } }) => {
      // What follows would be in this value, and missing as rows.
      if (errors.some(({ type }) => type === 'Quotes'))
        throw new UnreadableFileError(
          `Line ${line}: a quotation mark is not closed. In a quoted value, write " as "".`,
        );
      lines.push({ line, cells: data });
      line += countBreaks(text, from, cursor);
      from = cursor;
    },
  });
  return lines;
}

/** `\r\n` is one break. */
function countBreaks(text: string, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at += 1) {
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) breaks += 1;
  }
  return breaks;
}

const countProblem = (cells: number, columns: number): string | null =>
  cells === columns ? null : `has ${cells} values, and the file has ${columns} columns`;
