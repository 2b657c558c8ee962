import { convertCell } from './convert-cell.ts';
import type { DecimalMark } from './read-number.ts';
import type { FieldType } from './template-fields.ts';

const MAX_CHARACTERS = 80;

/** The value as it is sent: text in quotation marks. Empty if nothing is sent. */
export function describeCell(cell: unknown, type: FieldType, mark: DecimalMark): string {
  const { value, problem } = convertCell(cell, type, mark);
  const text = problem ?? JSON.stringify(value) ?? '';
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
