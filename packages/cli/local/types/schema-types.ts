import { isJsonObject } from '../../../../schema/json-object.ts';
import { writeComment } from './comments.ts';
import { toPropertyName, type TypeNames } from './names.ts';
import { arrayOf, bracketed, intersect, NEVER, simple, type TypeText, unite, UNKNOWN } from './type-text.ts';

type Schema = Readonly<Record<string, unknown>>;

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Keywords that say more about a value than a reference beside them. */
const SHAPES = ['type', 'properties', 'required', 'items', 'enum', 'const', 'oneOf', 'anyOf', 'allOf'];

/** Writes the TypeScript of one JSON Schema. What the schema calls `$defs` become types with names. */
export class SchemaTypes {
  readonly #root: Schema;
  readonly #prefix: string;
  readonly #names: TypeNames;
  /** By reference. They are written in the order in which they are first used. */
  readonly #named = new Map<string, { readonly name: string; text: string }>();

  /** @param prefix begins the names of the types, so that two templates may have the same `$defs` */
  constructor(root: Schema, prefix: string, names: TypeNames) {
    this.#root = root;
    this.#prefix = prefix;
    this.#names = names;
  }

  /** Returns the declaration of the data, and those of its named types. */
  write(): { readonly name: string; readonly text: string } {
    const name = this.#names.take(`${this.#prefix} Data`);
    this.#named.set('#', { name, text: '' });
    const text = this.#declare(name, this.#root);
    const others = [...this.#named.values()].map((one) => one.text).filter((one) => one !== '');
    return { name, text: [text, ...others].join('\n') };
  }

  #declare(name: string, schema: unknown): string {
    const comment = writeComment(schema, '');
    const { text } = this.#typeOf(schema, '');
    return text.startsWith('{') && text.endsWith('\n}')
      ? `${comment}export interface ${name} ${text}\n`
      : `${comment}export type ${name} = ${text};\n`;
  }

  #typeOf(schema: unknown, indent: string): TypeText {
    if (schema === false) return NEVER;
    if (!isJsonObject(schema)) return UNKNOWN;
    const { $ref, ...own } = schema;
    if (typeof $ref === 'string') {
      const target = this.#refer($ref);
      const saysMore = SHAPES.some((keyword) => keyword in own);
      return saysMore ? intersect([target, this.#typeOf(own, indent)]) : target;
    }
    if ('const' in schema) return simple(literal(schema.const));
    if (Array.isArray(schema.enum)) return unite(schema.enum.map((value) => simple(literal(value))));
    const { oneOf, anyOf, allOf, ...plain } = schema;
    const choices = [oneOf, anyOf].filter(Array.isArray);
    return intersect([
      this.#plain(plain, indent),
      ...choices.map((list) => unite(list.map((choice) => this.#typeOf(choice, indent)))),
      ...(Array.isArray(allOf) ? allOf.map((part) => this.#typeOf(part, indent)) : []),
    ]);
  }

  #plain(schema: Schema, indent: string): TypeText {
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? guessType(schema)];
    return unite(types.map((type) => this.#ofType(type, schema, indent)));
  }

  #ofType(type: unknown, schema: Schema, indent: string): TypeText {
    if (type === 'array') return this.#array(schema, indent);
    if (type === 'object') return this.#object(schema, indent);
    return simple(SIMPLE[String(type)] ?? 'unknown');
  }

  #array({ items, prefixItems }: Schema, indent: string): TypeText {
    const others = this.#typeOf(items, indent);
    if (!Array.isArray(prefixItems)) return arrayOf(others);
    // JSON Schema does not ask for all items of a tuple.
    const places = prefixItems.map((item) => `${bracketed(this.#typeOf(item, indent))}?`);
    const rest = items === false ? [] : [`...${arrayOf(others).text}`];
    return simple(`[${[...places, ...rest].join(', ')}]`);
  }

  #object(schema: Schema, indent: string): TypeText {
    const others = this.#otherFields(schema, indent);
    const fields = listFields(schema);
    if (fields.length === 0) return simple(`Record<string, ${(others ?? UNKNOWN).text}>`);
    const inner = `${indent}  `;
    const lines = fields.map(({ name, field, isRequired }) => {
      const key = `${toPropertyName(name)}${isRequired ? '' : '?'}`;
      return `${writeComment(field, inner)}${inner}${key}: ${this.#typeOf(field, inner).text};\n`;
    });
    // In an index signature, TypeScript wants a type that fits each field. So it says only that there may be more.
    if (others !== null && others !== NEVER) lines.push(`${inner}[name: string]: unknown;\n`);
    return simple(`{\n${lines.join('')}${indent}}`);
  }

  /** The type of the fields without a name. Null if the schema does not speak of them. */
  #otherFields({ additionalProperties, patternProperties }: Schema, indent: string): TypeText | null {
    const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : [];
    const schemas = [...patterns, ...(additionalProperties === undefined ? [] : [additionalProperties])];
    const types = schemas.map((schema) => this.#typeOf(schema, indent)).filter((type) => type !== NEVER);
    if (schemas.length === 0) return null;
    return types.length === 0 ? NEVER : unite(types);
  }

  #refer(reference: string): TypeText {
    const known = this.#named.get(reference);
    if (known !== undefined) return simple(known.name);
    const target = this.#resolve(reference);
    if (target === undefined) return UNKNOWN;
    const last = decode(reference.slice(reference.lastIndexOf('/') + 1));
    const entry = { name: this.#names.take(`${this.#prefix} ${last}`), text: '' };
    // It has its name before it is written, because a schema may contain itself.
    this.#named.set(reference, entry);
    entry.text = this.#isCircle(target, new Set([reference]))
      ? `export type ${entry.name} = unknown;\n`
      : this.#declare(entry.name, target);
    return simple(entry.name);
  }

  /** Whether the schema is nothing but references that lead back to it. TypeScript refuses such a type. */
  #isCircle(schema: unknown, seen: Set<string>): boolean {
    if (!isJsonObject(schema)) return false;
    const lists = [schema.oneOf, schema.anyOf, schema.allOf].filter(Array.isArray).flat();
    if (lists.some((part) => this.#isCircle(part, seen))) return true;
    const { $ref } = schema;
    if (typeof $ref !== 'string') return false;
    if (seen.has($ref)) return true;
    return this.#isCircle(this.#resolve($ref), new Set([...seen, $ref]));
  }

  #resolve(reference: string): unknown {
    if (reference === '#') return this.#root;
    if (!reference.startsWith('#/')) return undefined;
    let value: unknown = this.#root;
    for (const part of reference.slice(2).split('/').map(decode)) {
      if (Array.isArray(value)) value = value[Number(part)];
      else if (isJsonObject(value) && Object.hasOwn(value, part)) value = value[part];
      else return undefined;
    }
    return value;
  }
}

/** A part of a JSON Pointer in a fragment. Source: RFC 6901, 6. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
}

interface Field {
  readonly name: string;
  readonly field: unknown;
  readonly isRequired: boolean;
}

/** The fields with a name. A schema may require one that it does not describe. */
function listFields({ properties, required }: Schema): Field[] {
  const described = isJsonObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return [...new Set([...Object.keys(described), ...names])].map((name) => ({
    name,
    field: Object.hasOwn(described, name) ? described[name] : true,
    isRequired: names.includes(name),
  }));
}

function guessType(schema: Schema): string | undefined {
  if (['properties', 'required', 'additionalProperties', 'patternProperties'].some((name) => name in schema))
    return 'object';
  return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined;
}

function literal(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  const fields = Object.entries(value).map(([name, one]) => `${toPropertyName(name)}: ${literal(one)}`);
  return `{ ${fields.join('; ')} }`;
}
