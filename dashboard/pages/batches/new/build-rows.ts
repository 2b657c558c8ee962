import type { CreateBatch } from '../../../../schema/api/batches.ts';
import { MAX_EXTERNAL_ID_CHARACTERS } from '../../../../schema/batches.ts';
import { isPlainObject } from '../../../json/json-value.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { convertCell } from './convert-cell.ts';
import type { DataRecord, DataTable, LineProblem } from './data-table.ts';
import type { TemplateField } from './template-fields.ts';

export type BatchRowRequest = CreateBatch['rows'][number];

export interface BuiltRows {
  readonly rows: readonly BatchRowRequest[];
  /** In the order of the file. Their lines are not among the rows. */
  readonly problems: readonly LineProblem[];
}

/** The rows of the batch, and the problems of the lines that cannot be printed. */
export function buildRows(
  { records, problems: unreadable }: DataTable,
  fields: readonly TemplateField[],
  mapping: ColumnMapping,
): BuiltRows {
  const rows: BatchRowRequest[] = [];
  const problems = [...unreadable];
  const lines = new Map<string, number>();
  for (const record of records) {
    const { row, messages } = buildRow(record, fields, mapping);
    const earlier = lines.get(row.externalId);
    if (earlier !== undefined) messages.push(`line ${earlier} has the same external ID “${row.externalId}”`);
    else lines.set(row.externalId, record.line);
    if (messages.length === 0) rows.push(row);
    else problems.push({ line: record.line, message: messages.join('; ') });
  }
  return { rows, problems: problems.toSorted((a, b) => a.line - b.line) };
}

function buildRow({ line, values }: DataRecord, fields: readonly TemplateField[], mapping: ColumnMapping) {
  const messages: string[] = [];
  const templateData: Record<string, unknown> = {};
  for (const { name, type, required } of fields) {
    const column = mapping.fields.get(name);
    if (column === undefined) continue;
    const { value, problem } = convertCell(values.get(column), type);
    if (problem !== null) messages.push(`${name}: ${problem}`);
    else if (value !== undefined) setPath(templateData, name.split('.'), value);
    else if (required) messages.push(`${name}: is empty`);
  }
  const externalId = mapping.externalId === null ? String(line) : textOf(values.get(mapping.externalId));
  if (externalId === '') messages.push('the external ID is empty');
  if (externalId.length > MAX_EXTERNAL_ID_CHARACTERS) {
    messages.push(`the external ID has more than ${MAX_EXTERNAL_ID_CHARACTERS} characters`);
  }
  const filename = mapping.filename === null ? '' : textOf(values.get(mapping.filename));
  return { row: { externalId, templateData, ...(filename === '' ? {} : { filename }) }, messages };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** Field names come from a template: a name such as `__proto__` must not change the prototype. */
function setPath(
  target: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): void {
  const own: unknown = Object.getOwnPropertyDescriptor(target, key)?.value;
  const next = isPlainObject(own) ? own : {};
  if (rest.length > 0) setPath(next, rest, value);
  Object.defineProperty(target, key, {
    value: rest.length > 0 ? next : value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
