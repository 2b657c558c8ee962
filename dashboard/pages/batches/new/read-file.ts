import { type DataTable, UnreadableFileError } from './data-table.ts';
import { readCsv } from './read-csv.ts';
import { readJson, readNdjson } from './read-json.ts';

/** @param sheet of a workbook; undefined for the first one @throws {UnreadableFileError} */
export async function readFile(file: File, maxBytes: number, sheet?: string): Promise<DataTable> {
  if (file.size > maxBytes) {
    throw new UnreadableFileError(
      `The file is larger than ${maxBytes / 1_000_000} MB, the limit of the plan.`,
    );
  }
  const table = await read(file.name, await file.arrayBuffer(), sheet);
  if (table.records.length + table.problems.length === 0)
    throw new UnreadableFileError('The file has no rows.');
  return table;
}

async function read(name: string, bytes: ArrayBuffer, sheet: string | undefined): Promise<DataTable> {
  if (isZip(new Uint8Array(bytes))) {
    // Few files are workbooks.
    const { readXlsx } = await import('./xlsx/read-xlsx.ts');
    return readXlsx(new Uint8Array(bytes), sheet);
  }
  if (/\.xls[bmx]?$/i.test(name)) {
    throw new UnreadableFileError(
      'The file is not an XLSX workbook. Save it as .xlsx or .csv, without a password.',
    );
  }
  const text = decode(bytes);
  if (/\.(ndjson|jsonl)$/i.test(name)) return readNdjson(text);
  if (/\.json$/i.test(name)) return readJson(text);
  return readCsv(text);
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03;

/** Spreadsheets on Windows may save CSV as Windows-1252, and "Unicode text" as UTF-16, which begins with a mark. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
