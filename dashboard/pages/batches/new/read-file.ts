import type { DataTable } from './data-table.ts';
import { UnreadableFileError } from './data-table.ts';
import { readCsv } from './read-csv.ts';
import { readJson, readNdjson } from './read-json.ts';

/** Each has a choice on the page. */
const MAX_COLUMNS = 200;

interface Bounds {
  readonly maxBytes: number;
  readonly maxRows: number;
}

/** Reads a CSV, JSON or NDJSON file in the browser. @throws {UnreadableFileError} */
export async function readFile(file: File, { maxBytes, maxRows }: Bounds): Promise<DataTable> {
  if (file.size > maxBytes) {
    throw new UnreadableFileError(
      `The file is larger than ${maxBytes / 1_000_000} MB, the limit of the plan.`,
    );
  }
  const table = await read(file.name, decode(await file.arrayBuffer()));
  const count = table.records.length + table.problems.length;
  if (count === 0) throw new UnreadableFileError('The file has no rows.');
  if (table.columns.length > MAX_COLUMNS) {
    throw new UnreadableFileError(
      `The file has ${table.columns.length.toLocaleString()} columns. At most ${MAX_COLUMNS} are possible.`,
    );
  }
  if (count > maxRows) {
    throw new UnreadableFileError(
      `The file has ${count.toLocaleString()} rows. The plan allows ${maxRows.toLocaleString()} in a batch.`,
    );
  }
  return table;
}

function read(name: string, text: string): DataTable | Promise<DataTable> {
  if (/\.(ndjson|jsonl)$/i.test(name)) return readNdjson(text);
  if (/\.json$/i.test(name)) return readJson(text);
  return readCsv(text);
}

/** Spreadsheets on Windows may save CSV as Windows-1252. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
