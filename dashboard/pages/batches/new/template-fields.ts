import { isJsonObject } from '../../../../schema/json-object.ts';

/** A value that the template prints. */
export interface TemplateField {
  /** `customer.name`. The value of an entry of a list is `lines[].price`, or `tags[]`. */
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** The list whose entries have the value. It is null for other values. */
  readonly list: string | null;
}

/** `json`: lists and values of no known type. */
export type FieldType = 'text' | 'number' | 'boolean' | 'json';

type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper objects are one field of JSON. */
const MAX_DEPTH = 4;
const MAX_FIELDS = 200;

interface FieldSource {
  readonly dataSchema: JsonObject | null;
  readonly sampleData: JsonObject | null;
}

interface Place {
  /** With the separator at its end. */
  readonly prefix: string;
  readonly depth: number;
  readonly list: string | null;
}

const TOP: Place = { prefix: '', depth: 1, list: null };

const below = ({ depth, list }: Place, name: string): Place => ({
  prefix: `${name}.`,
  depth: depth + 1,
  list,
});

/** From the JSON Schema of the template, or else from its sample data. Empty if it has neither. */
export function templateFields({ dataSchema, sampleData }: FieldSource): readonly TemplateField[] {
  const fromSchema = dataSchema === null ? [] : schemaFields(dataSchema, true, TOP);
  const fields = fromSchema.length > 0 ? fromSchema : sampleFields(sampleData ?? {}, TOP);
  return fields.slice(0, MAX_FIELDS);
}

function schemaFields(schema: JsonObject, required: boolean, place: Place): TemplateField[] {
  const names = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).flatMap(([key, property]) =>
    schemaField(place.prefix + key, property, required && names.includes(key), place),
  );
}

function schemaField(name: string, property: unknown, required: boolean, place: Place): TemplateField[] {
  const { list } = place;
  if (!isJsonObject(property)) return [{ name, type: 'json', required, list }];
  const nested = place.depth < MAX_DEPTH ? schemaFields(property, required, below(place, name)) : [];
  if (nested.length > 0) return nested;
  const field: TemplateField = { name, type: schemaType(property.type), required, list };
  // Lists in lists are one field of JSON.
  if (list !== null || onlyType(property.type) !== 'array' || !isJsonObject(property.items)) return [field];
  const entries = schemaFields(property.items, true, { prefix: `${name}[].`, depth: 2, list: name });
  return listFields(field, entries, schemaType(property.items.type));
}

/** The list as a whole, and the values of its entries. The entries of other lists are values themselves. */
function listFields(
  field: TemplateField,
  entries: readonly TemplateField[],
  type: FieldType,
): TemplateField[] {
  const { name } = field;
  if (entries.length > 0) return [field, ...entries];
  return type === 'json' ? [field] : [{ name: `${name}[]`, type, required: false, list: name }];
}

function onlyType(type: unknown): unknown {
  const [only] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  return only;
}

function schemaType(type: unknown): FieldType {
  const only = onlyType(type);
  if (only === 'string') return 'text';
  if (only === 'number' || only === 'integer') return 'number';
  return only === 'boolean' ? 'boolean' : 'json';
}

const sampleFields = (sample: JsonObject, place: Place): TemplateField[] =>
  Object.entries(sample).flatMap(([key, value]) => sampleField(place.prefix + key, value, place));

function sampleField(name: string, value: unknown, place: Place): TemplateField[] {
  const { list, depth } = place;
  const nested = isJsonObject(value) && depth < MAX_DEPTH ? sampleFields(value, below(place, name)) : [];
  if (nested.length > 0) return nested;
  const field: TemplateField = { name, type: sampleType(value), required: false, list };
  if (list !== null || !Array.isArray(value)) return [field];
  const [first]: readonly unknown[] = value;
  const inList = { prefix: `${name}[].`, depth: 2, list: name };
  return listFields(field, isJsonObject(first) ? sampleFields(first, inList) : [], sampleType(first));
}

function sampleType(value: unknown): FieldType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}
