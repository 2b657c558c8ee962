import type { TemplateField } from './template-fields.ts';

/** The source of the value of a field: a column of the file, or a text that is the same in every row. */
export type FieldSource =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'fixed'; readonly text: string };

export interface ColumnMapping {
  /** By the name of the field. Fields without a source are not sent. */
  readonly sources: ReadonlyMap<string, FieldSource>;
  /** The column, or null to use the number of the line. */
  readonly externalId: string | null;
  /** The column, or null to use the name of the template. */
  readonly filename: string | null;
}

const normalize = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const lastPart = (name: string): string => normalize(name.split('.').at(-1) ?? '');

const EXTERNAL_ID_NAMES = ['externalid', 'id', 'number', 'invoicenumber', 'reference'];
const FILENAME_NAMES = ['filename', 'file'];

/** Finds columns by name: `Customer Name` for `customer.name`, `customer_name` and `customerName`. */
export function matchColumns(columns: readonly string[], fields: readonly TemplateField[]): ColumnMapping {
  const byName = new Map(columns.toReversed().map((column) => [normalize(column), column]));
  const find = (names: readonly string[]) =>
    names.map((name) => byName.get(name)).find((column) => column !== undefined);
  const sources = new Map<string, FieldSource>();
  for (const { name, list } of fields) {
    // The column of the list has all its entries, as JSON.
    if (list !== null && sources.has(list)) continue;
    const last = lastPart(name);
    const isUnique = fields.filter((other) => lastPart(other.name) === last).length === 1;
    const column = byName.get(normalize(name)) ?? (isUnique ? byName.get(last) : undefined);
    if (column !== undefined) sources.set(name, { kind: 'column', column });
  }
  return {
    sources,
    externalId: find(EXTERNAL_ID_NAMES) ?? null,
    filename: find(FILENAME_NAMES) ?? null,
  };
}

/** The fields whose source the user chooses. If a list has a source, the values of its entries need none. */
export const chosenFields = (
  fields: readonly TemplateField[],
  { sources }: ColumnMapping,
): readonly TemplateField[] => fields.filter(({ list }) => list === null || !sources.has(list));

/** The values of the template that have no source, so they are empty in each PDF. A list is its entries. */
export function unsourced(
  fields: readonly TemplateField[],
  mapping: ColumnMapping,
): { readonly names: readonly string[]; readonly count: number } {
  const lists = new Set(fields.map(({ list }) => list));
  const single = chosenFields(fields, mapping).filter(({ name }) => !lists.has(name));
  const names = single.map(({ name }) => name).filter((name) => !mapping.sources.has(name));
  return { names, count: single.length };
}

/** @param source null to remove the source */
export function withSource(mapping: ColumnMapping, name: string, source: FieldSource | null): ColumnMapping {
  const sources = new Map(mapping.sources);
  if (source === null) sources.delete(name);
  else sources.set(name, source);
  return { ...mapping, sources };
}
