import { CellError } from './data-table.ts';
import type { FieldType } from './template-fields.ts';

export type Converted =
  | { readonly value: unknown; readonly problem: null }
  /** `value` undefined and no problem: the cell is empty. */
  | { readonly value: undefined; readonly problem: string };

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const YES = new Set(['true', 'yes', '1']);
const NO = new Set(['false', 'no', '0']);

/** Converts a cell of CSV or a sheet to the type of its field. Values of JSON stay as they are: the service checks them. */
export function convertCell(cell: unknown, type: FieldType): Converted {
  if (cell instanceof CellError) return { value: undefined, problem: cell.message };
  if (typeof cell !== 'string' || type === 'text') return found(cell);
  const text = cell.trim();
  if (text === '') return found(undefined);
  if (type === 'number')
    return NUMBER.test(text) ? found(Number(text)) : bad(text, 'a number such as 1234.5');
  if (type === 'boolean') {
    const lower = text.toLowerCase();
    if (YES.has(lower)) return found(true);
    return NO.has(lower) ? found(false) : bad(text, 'true or false');
  }
  return convertJson(text);
}

/** Text that is not JSON stays text. */
function convertJson(text: string): Converted {
  if (!/^[[{"\d-]|^(true|false|null)$/.test(text)) return found(text);
  try {
    return found(JSON.parse(text) as unknown);
  } catch {
    return /^[[{]/.test(text) ? bad(text, 'JSON') : found(text);
  }
}

const found = (value: unknown): Converted => ({ value, problem: null });

const bad = (text: string, expected: string): Converted => ({
  value: undefined,
  problem: `“${text.slice(0, 40)}” is not ${expected}`,
});
