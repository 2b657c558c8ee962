import { z } from 'zod';

/** A schema of JSON Schema, as far as a table of fields needs it. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

/** Larger bounds are those of the whole body. */
const MAX_BOUND = 10_000_000;

/** Every text of a request can have placeholders, which the page says once. */
const HANDLEBARS = /(?<=\.) Handlebars, filled from `templateData`\./g;

/**
 * The rows of a table of the fields of a schema, with its head.
 *
 * @param path of the fields in the schema: `watermark`
 * @param only these fields, in this order. Undefined for all
 * @param links Markdown by the name of a field
 */
export function listFields(
  schema: z.ZodType,
  {
    path,
    only,
    links,
  }: {
    readonly path: readonly string[];
    readonly only: readonly string[] | undefined;
    readonly links: ReadonlyMap<string, string>;
  },
): readonly (readonly string[])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the subset of JSON Schema that is read here
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const resolve = (part: Schema): Schema =>
    part.$ref === undefined
      ? part
      : { ...resolve(root.$defs?.[part.$ref.replace(/.*\//, '')] ?? {}), ...part };
  const object = path.reduce(
    (part, name) => fieldsOf(resolve(part).properties?.[name] ?? {}, resolve),
    fieldsOf(root, resolve),
  );
  const { properties = {}, required = [] } = object;
  const names = only ?? Object.keys(properties);
  const rows = names.map((name) => {
    const field = properties[name];
    if (field === undefined) throw new Error(`The schema has no field "${[...path, name].join('.')}"`);
    const { description = describeChoice(field, resolve), default: byDefault } = resolve(field);
    const link = links.get(name);
    return {
      field: `\`${name}\``,
      type: describeType(resolve(field), resolve),
      default: byDefault === undefined ? '' : `\`${toJson(byDefault)}\``,
      meaning: `${description.replaceAll(HANDLEBARS, '')}${link === undefined ? '' : ` See ${link}.`}`.trim(),
      isRequired: required.includes(name),
    };
  });
  const hasDefaults = rows.some((row) => row.default !== '');
  return [
    ['Field', 'Type', ...(hasDefaults ? ['Default'] : []), 'Meaning'],
    ...rows.map((row) => [
      row.field,
      row.type,
      ...(hasDefaults ? [row.default === '' && row.isRequired ? 'required' : row.default] : []),
      row.meaning,
    ]),
  ];
}

/** A field that may be null has the description of its other type. */
const describeChoice = (part: Schema, resolve: (part: Schema) => Schema): string =>
  choicesOf(resolve(part)).flatMap((choice) => resolve(choice).description ?? [])[0] ?? '';

const toJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The object itself, or that of a list of them. */
function fieldsOf(part: Schema, resolve: (part: Schema) => Schema): Schema {
  const schema = resolve(part);
  if (schema.properties !== undefined) return schema;
  const inner = schema.items ?? choicesOf(schema).find((choice) => resolve(choice).properties !== undefined);
  if (inner === undefined) throw new Error(`No object with fields: ${JSON.stringify(schema).slice(0, 200)}`);
  return fieldsOf(inner, resolve);
}

const choicesOf = ({ anyOf = [], oneOf = [], allOf = [] }: Schema): readonly Schema[] => [
  ...anyOf,
  ...oneOf,
  ...allOf,
];

function describeType(schema: Schema, resolve: (part: Schema) => Schema): string {
  if (schema.enum !== undefined) return joinWithOr(schema.enum.map((value) => `\`${toJson(value)}\``));
  if (schema.const !== undefined) return `\`${toJson(schema.const)}\``;
  const { type } = schema;
  if (typeof type === 'object') {
    return joinWithOr(type.map((one) => describeType({ ...schema, type: one }, resolve)));
  }
  if (type === 'string')
    return schema.format === 'date-time' ? 'string, ISO 8601' : `string${describeLength(schema)}`;
  if (type === 'integer' || type === 'number') return `number${describeRange(schema)}`;
  if (type !== undefined) return type;
  const types = choicesOf(schema).map((choice) => describeType(resolve(choice), resolve));
  return joinWithOr([...new Set(types)]);
}

function joinWithOr(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

function describeRange({ minimum, maximum }: Schema): string {
  if (maximum === undefined || maximum > MAX_BOUND) return '';
  return `, ${(minimum ?? 0).toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
}

function describeLength({ minLength = 0, maxLength }: Schema): string {
  if (maxLength === undefined || maxLength >= 10_000) return '';
  const least = minLength === 0 ? 'at most ' : `${minLength} to `;
  return `, ${least}${maxLength.toLocaleString('en')} characters`;
}
