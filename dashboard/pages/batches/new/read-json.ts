import { readJsonObject } from '../../../json/json-object.ts';
import { isJsonObject } from '../../../../schema/json-object.ts';
import { describeJsonError } from '../../../../schema/json-syntax-error.ts';
import {
  type DataRecord,
  type DataTable,
  recordProblem,
  requireSize,
  type RowProblem,
  UnreadableFileError,
} from './data-table.ts';

/** As deep as the names of a template's values. */
const MAX_DEPTH = 4;

/** An array of objects. The `line` of a record is its number, from 1. @throws {UnreadableFileError} */
export function readJson(text: string): DataTable {
  const values = parse(text);
  if (!Array.isArray(values))
    throw new UnreadableFileError('The JSON must be an array of objects: [ { … }, … ].');
  const records: DataRecord[] = [];
  const problems: RowProblem[] = [];
  for (const [at, value] of values.entries()) {
    if (isJsonObject(value)) records.push(toRecord(at + 1, value));
    else problems.push(recordProblem(at + 1, 'is not an object'));
  }
  return toTable(records, problems, 'Entry');
}

/** An object on each line. */
export function readNdjson(text: string): DataTable {
  const records: DataRecord[] = [];
  const problems: RowProblem[] = [];
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === '') continue;
    const { value } = readJsonObject(line);
    if (value === null) problems.push(recordProblem(at + 1, 'is not a JSON object'));
    else records.push(toRecord(at + 1, value));
  }
  return toTable(records, problems, 'Line');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFileError(`The file is not valid JSON: ${describeJsonError(text)}.`);
  }
}

const toRecord = (line: number, value: Readonly<Record<string, unknown>>): DataRecord => ({
  line,
  values: new Map(pathsOf(value, '', 1)),
});

/** Both `customer` and `customer.name` become columns, because templates name the values inside objects. */
const pathsOf = (
  value: Readonly<Record<string, unknown>>,
  prefix: string,
  depth: number,
): [string, unknown][] =>
  Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const path = prefix + key;
    const nested = isJsonObject(inner) && depth < MAX_DEPTH ? pathsOf(inner, `${path}.`, depth + 1) : [];
    return [[path, inner], ...nested];
  });

function toTable(
  records: readonly DataRecord[],
  problems: readonly RowProblem[],
  unit: DataTable['unit'],
): DataTable {
  const columns = new Set<string>();
  for (const { values } of records) for (const column of values.keys()) columns.add(column);
  requireSize(records.length, columns.size);
  return { columns: [...columns], records, problems, unit, sheets: [] };
}
