import { MAX_CELLS, MAX_COLUMNS, MAX_RECORDS, UnreadableFileError } from '../data-table.ts';
import { type NumberKind, toDateText, toDurationText } from './number-formats.ts';
import { parseXml } from './parse-xml.ts';

export interface SheetRow {
  /** From 1, as the spreadsheet shows it. */
  readonly row: number;
  readonly cells: readonly SheetCell[];
}

/** The text that the spreadsheet shows, without the format of a number. */
export interface SheetCell {
  /** From 0. */
  readonly column: number;
  readonly text: string;
  readonly problem: string | null;
}

export interface SheetContext {
  readonly sharedStrings: readonly string[];
  readonly formats: readonly NumberKind[];
  readonly is1904: boolean;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  readonly hasFormula: boolean;
  readonly text: string;
}

/** Returns the rows that have a value, in their order. @throws {UnreadableFileError} */
export function readSheet(xml: string, context: SheetContext): readonly SheetRow[] {
  const rows: SheetRow[] = [];
  let [row, cells, count]: [number, SheetCell[], number] = [0, [], 0];
  let cell: OpenCell | null = null;
  let lastColumn = -1;
  let isText = false;
  let isReading = false;
  parseXml(xml, {
    open(name, { r = '', t = 'n', s = '0' }) {
      if (name === 'row') {
        row = /^\d+$/.test(r) ? Number(r) : row + 1;
        [cells, lastColumn] = [[], -1];
      } else if (name === 'c') {
        lastColumn = columnOf(r) ?? lastColumn + 1;
        cell = { column: lastColumn, type: t, style: Number(s), hasFormula: false, text: '' };
      } else if (name === 'f' && cell) cell = { ...cell, hasFormula: true };
      // The phonetic guide to a Japanese or Chinese text is not part of the text.
      else if (name === 'rPh') isReading = true;
      else if (name === 'v' || name === 't') isText = cell !== null && !isReading;
    },
    text(text) {
      if (isText && cell) cell = { ...cell, text: cell.text + text };
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'c' && cell) {
        const { text, problem } = valueOf(cell, context);
        if (text !== '' || problem !== null)
          cells.push({ column: requireColumn(cell.column, row), text, problem });
        cell = null;
      } else if (name === 'row' && cells.length > 0) {
        rows.push({ row, cells });
        count += cells.length;
        requireCounts(rows.length, count);
      }
    },
  });
  return rows;
}

type FoundText = Pick<SheetCell, 'text' | 'problem'>;

const found = (text: string): FoundText => ({ text, problem: null });

const wrong = (problem: string): FoundText => ({ text: '', problem });

function valueOf(
  { type, style, text, hasFormula }: OpenCell,
  { sharedStrings, formats, is1904 }: SheetContext,
): FoundText {
  if (text === '') {
    const isMissing = hasFormula && type !== 'str';
    return isMissing ? wrong('the formula has no stored result; open and save the workbook') : found('');
  }
  if (type === 's') return found(sharedStrings[Number(text)] ?? '');
  if (type === 'b') return found(text === '1' ? 'true' : 'false');
  if (type === 'e') return wrong(`the cell has the error ${text.slice(0, 20)}`);
  if (type === 'd') return found(text.replace(/T00:00:00(\.0+)?Z?$/, ''));
  if (type !== 'n') return found(unescape(text));
  const value = Number(text);
  if (!Number.isFinite(value)) return wrong('the cell has a number that cannot be read');
  const format = formats[style] ?? { kind: 'number' };
  if (format.kind === 'date') {
    const date = toDateText(value, is1904);
    return date === null ? wrong('the cell has no valid date') : found(date);
  }
  if (format.kind === 'duration') return found(toDurationText(value));
  // A spreadsheet shows 15 digits and stores 17: 0.30000000000000004.
  const shown = String(Number(value.toPrecision(15)));
  return found(format.kind === 'digits' ? shown.padStart(format.count, '0') : shown);
}

/** `_x000D_` is a carriage return. Source: ECMA-376, part 1, 22.9.2.19. */
export const unescape = (text: string): string =>
  text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** `B7` is in column 1. It is null without an address. */
function columnOf(address: string): number | null {
  const [, letters] = /^([A-Z]{1,3})\d*$/.exec(address) ?? [];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function requireColumn(column: number, row: number): number {
  if (column < MAX_COLUMNS) return column;
  throw new UnreadableFileError(
    `Row ${row} has a value in column ${column + 1}. At most ${MAX_COLUMNS} are possible.`,
  );
}

function requireCounts(rows: number, cells: number): void {
  // One more is the row with the names of the columns.
  if (rows > MAX_RECORDS + 1) {
    throw new UnreadableFileError(`The sheet has more than ${MAX_RECORDS.toLocaleString()} rows.`);
  }
  if (cells > MAX_CELLS) {
    throw new UnreadableFileError(`The sheet has more than ${MAX_CELLS.toLocaleString()} cells.`);
  }
}
