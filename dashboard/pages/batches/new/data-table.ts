/** The rows and columns that were read from a file. */
export interface DataTable {
  readonly columns: readonly string[];
  readonly records: readonly DataRecord[];
  readonly problems: readonly RowProblem[];
  /** The page calls the record by this name: `Line 3`. */
  readonly unit: 'Line' | 'Row' | 'Entry';
  /** The sheets of a workbook that are shown. Other files have none. */
  readonly sheets: readonly string[];
}

export interface DataRecord {
  /** The line of the file, the row of the sheet or the number of the entry, from 1. */
  readonly line: number;
  /** By column. Text in CSV and in sheets, any JSON otherwise. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Stands for a value that cannot be read. It is a problem only if a field uses the value. */
export class CellError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The reason why a record cannot be printed. */
export interface RowProblem {
  readonly line: number;
  /** It is null if the record as a whole is wrong. */
  readonly column: string | null;
  /** The value of the template that comes from the column. */
  readonly field: string | null;
  readonly message: string;
}

export const recordProblem = (line: number, message: string): RowProblem => ({
  line,
  column: null,
  field: null,
  message,
});

/** Returns a message such as `Line 3, column “Sum” (total): “seven” is not a number such as 1234.5`. */
export function describeProblem(
  { line, column, field, message }: RowProblem,
  unit: DataTable['unit'],
): string {
  const place = `${unit} ${line}${column === null ? '' : `, column “${column}”`}`;
  const isNamed = field === null || field === column;
  return `${place}${isNamed ? '' : ` (${field})`}: ${message}`;
}

/** The file as a whole cannot be read. The message is for the user. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** The page offers each column as a choice. */
export const MAX_COLUMNS = 200;

/** Several records can be one PDF, so a file may have more of them than a batch has rows. */
export const MAX_RECORDS = 100_000;

export const MAX_CELLS = 2_000_000;

/** @throws {UnreadableFileError} */
export function requireSize(records: number, columns: number): void {
  if (columns > MAX_COLUMNS) {
    throw new UnreadableFileError(
      `The file has ${columns.toLocaleString()} columns. At most ${MAX_COLUMNS} are possible.`,
    );
  }
  if (records > MAX_RECORDS) {
    throw new UnreadableFileError(`The file has more than ${MAX_RECORDS.toLocaleString()} rows.`);
  }
  if (records * columns > MAX_CELLS) {
    throw new UnreadableFileError(`The file has more than ${MAX_CELLS.toLocaleString()} cells.`);
  }
}

/** The names of the columns are in the first line. @throws {UnreadableFileError} */
export function requireDistinct(columns: readonly string[]): void {
  const seen = new Set<string>();
  // `add` returns the set, which is true.
  const repeated = columns.find((column) => seen.has(column) || !seen.add(column));
  if (repeated === undefined) return;
  throw new UnreadableFileError(
    repeated === '' ? 'A column has no name in the first line.' : `Two columns have the name “${repeated}”.`,
  );
}
