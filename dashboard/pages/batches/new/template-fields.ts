import { isPlainObject } from '../../../json/json-value.ts';

/** A value that the template prints. */
export interface TemplateField {
  /** `customer.name`. */
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
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

/** From the JSON Schema of the template, or else from its sample data. Empty if it has neither. */
export function templateFields({ dataSchema, sampleData }: FieldSource): readonly TemplateField[] {
  const fromSchema = dataSchema === null ? [] : schemaFields(dataSchema, '', true, 1);
  const fields = fromSchema.length > 0 ? fromSchema : sampleFields(sampleData ?? {}, '', 1);
  return fields.slice(0, MAX_FIELDS);
}

function schemaFields(schema: JsonObject, prefix: string, required: boolean, depth: number): TemplateField[] {
  const names = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isPlainObject(schema.properties) ? schema.properties : {}).flatMap(
    ([key, property]) => {
      const name = prefix + key;
      const isRequired = required && names.includes(key);
      if (!isPlainObject(property)) return { name, type: 'json' as const, required: isRequired };
      const nested = depth < MAX_DEPTH ? schemaFields(property, `${name}.`, isRequired, depth + 1) : [];
      return nested.length > 0 ? nested : { name, type: schemaType(property.type), required: isRequired };
    },
  );
}

function schemaType(type: unknown): FieldType {
  const [only] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  if (only === 'string') return 'text';
  if (only === 'number' || only === 'integer') return 'number';
  return only === 'boolean' ? 'boolean' : 'json';
}

const sampleFields = (sample: JsonObject, prefix: string, depth: number): TemplateField[] =>
  Object.entries(sample).flatMap(([key, value]) => {
    const name = prefix + key;
    const nested =
      isPlainObject(value) && depth < MAX_DEPTH ? sampleFields(value, `${name}.`, depth + 1) : [];
    return nested.length > 0 ? nested : { name, type: sampleType(value), required: false };
  });

function sampleType(value: unknown): FieldType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}
