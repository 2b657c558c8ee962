import { CellError } from './data-table.ts';
import { type DecimalMark, losesDigits, readNumber } from './read-number.ts';
import type { FieldType } from './template-fields.ts';

export type Converted =
  | { readonly value: unknown; readonly problem: null }
  /** `value` undefined and no problem: the cell is empty. */
  | { readonly value: undefined; readonly problem: string };

const YES = new Set(['true', 'yes', '1']);
const NO = new Set(['false', 'no', '0']);

/**
 * Converts a cell of CSV or a sheet to the type of its field. Values of JSON stay as they are: the service checks them. A number stays
 * text if it would lose digits, such as a post code or an account.
 */
export function convertCell(cell: unknown, type: FieldType, mark: DecimalMark = null): Converted {
  if (cell instanceof CellError) return { value: undefined, problem: cell.message };
  if (typeof cell !== 'string' || type === 'text') return found(cell);
  const text = cell.trim();
  if (text === '') return found(undefined);
  if (type === 'number') return convertNumber(text, mark);
  if (type === 'boolean') {
    const lower = text.toLowerCase();
    if (YES.has(lower)) return found(true);
    return NO.has(lower) ? found(false) : bad(text, 'true or false');
  }
  return convertJson(text);
}

function convertNumber(text: string, mark: DecimalMark): Converted {
  const read = readNumber(text, mark);
  if ('problem' in read) return wrong(text, read.problem);
  return found(losesDigits(text) ? text : read.number);
}

/** Text that is not JSON stays text. */
function convertJson(text: string): Converted {
  if (!/^[[{"\d-]|^(true|false|null)$/.test(text)) return found(text);
  try {
    const value: unknown = JSON.parse(text);
    return found(typeof value === 'number' && losesDigits(text) ? text : value);
  } catch {
    return /^[[{]/.test(text) ? bad(text, 'JSON') : found(text);
  }
}

const found = (value: unknown): Converted => ({ value, problem: null });

const bad = (text: string, expected: string): Converted => wrong(text, `is not ${expected}`);

const wrong = (text: string, reason: string): Converted => ({
  value: undefined,
  problem: `“${text.slice(0, 40)}” ${reason}`,
});
