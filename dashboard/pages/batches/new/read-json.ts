import { readJsonObject } from '../../../json/json-object.ts';
import { isPlainObject } from '../../../json/json-value.ts';
import { findJsonSyntaxError } from '../../../json/json-syntax-error.ts';
import type { DataRecord, DataTable, LineProblem } from './data-table.ts';
import { UnreadableFileError } from './data-table.ts';

/** An array of objects. The `line` of a record is its number, from 1. @throws {UnreadableFileError} */
export function readJson(text: string): DataTable {
  const values = parse(text);
  if (!Array.isArray(values))
    throw new UnreadableFileError('The JSON must be an array of objects: [ { … }, … ].');
  const records: DataRecord[] = [];
  const problems: LineProblem[] = [];
  for (const [at, value] of values.entries()) {
    if (isPlainObject(value)) records.push(toRecord(at + 1, value));
    else problems.push({ line: at + 1, message: 'is not an object' });
  }
  return { columns: columnsOf(records), records, problems };
}

/** An object on each line. */
export function readNdjson(text: string): DataTable {
  const records: DataRecord[] = [];
  const problems: LineProblem[] = [];
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const { value } = readJsonObject(line);
    if (value === null) problems.push({ line: at + 1, message: 'is not a JSON object' });
    else records.push(toRecord(at + 1, value));
  }
  return { columns: columnsOf(records), records, problems };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const offset = findJsonSyntaxError(text) ?? 0;
    const line = text.slice(0, offset).split('\n').length;
    throw new UnreadableFileError(`The JSON has a syntax error on line ${line}.`);
  }
}

const toRecord = (line: number, value: Readonly<Record<string, unknown>>): DataRecord => ({
  line,
  values: new Map(Object.entries(value)),
});

const columnsOf = (records: readonly DataRecord[]): string[] => [
  ...new Set(records.flatMap(({ values }) => [...values.keys()])),
];
