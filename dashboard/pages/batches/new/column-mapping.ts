import type { TemplateField } from './template-fields.ts';

/** Which column gives which value. */
export interface ColumnMapping {
  /** The column of each field, by its name. Fields without a column are not sent. */
  readonly fields: ReadonlyMap<string, string>;
  /** Null: the number of the line. */
  readonly externalId: string | null;
  /** Null: the name of the template. */
  readonly filename: string | null;
}

const normalize = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const EXTERNAL_ID_NAMES = ['externalid', 'id', 'number', 'invoicenumber', 'reference'];
const FILENAME_NAMES = ['filename', 'file'];

/** Finds columns by name: `Customer Name` for `customer.name`, `customer_name` and `customerName`. */
export function matchColumns(columns: readonly string[], fields: readonly TemplateField[]): ColumnMapping {
  const byName = new Map(columns.toReversed().map((column) => [normalize(column), column]));
  const find = (names: readonly string[]) =>
    names.map((name) => byName.get(name)).find((column) => column !== undefined);
  const matched = fields.flatMap(({ name }): [string, string][] => {
    const last = normalize(name.split('.').at(-1) ?? '');
    const isUnique =
      fields.filter((other) => normalize(other.name.split('.').at(-1) ?? '') === last).length === 1;
    const column = byName.get(normalize(name)) ?? (isUnique ? byName.get(last) : undefined);
    return column === undefined ? [] : [[name, column]];
  });
  return {
    fields: new Map(matched),
    externalId: find(EXTERNAL_ID_NAMES) ?? null,
    filename: find(FILENAME_NAMES) ?? null,
  };
}
