/** What was read from a file. */
export interface DataTable {
  readonly columns: readonly string[];
  readonly records: readonly DataRecord[];
  readonly problems: readonly LineProblem[];
}

export interface DataRecord {
  /** The line of the file, from 1. */
  readonly line: number;
  /** By column. Text in CSV, any JSON otherwise. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** A record that cannot be printed. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** The file as a whole cannot be read. The message is for the user. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}
