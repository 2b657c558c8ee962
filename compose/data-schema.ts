import { type OutputUnit, Validator } from '@cfworker/json-schema';

/**
 * JSON Schemas of a template's data. Schemas are strangers' too, and the library that checks them counts
 * no steps: so references are written out when a schema is saved, which bounds the work to its size times
 * the data's, and keywords whose cost that does not bound are refused.
 */

type JsonObject = Readonly<Record<string, unknown>>;

/** Subschemas of a schema with its references written out. */
const MAX_SUBSCHEMAS = 5_000;
const MAX_DEPTH = 64;
const MAX_PROBLEMS = 20;

/** A regular expression can run for ever on a short text; unique items cost the square of their number. */
const REFUSED = new Set([
  'pattern',
  'patternProperties',
  'uniqueItems',
  '$dynamicRef',
  '$recursiveRef',
  '$id',
]);

/** Keywords whose value is data, in which nothing is a keyword. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples']);

/** Keywords whose value has a schema for each name, in which a name is no keyword. */
const NAMED_SCHEMAS = new Set(['properties', 'dependentSchemas']);

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** Only references point here, and those are written out. */
const DEFINITIONS = new Set(['$defs', 'definitions']);

/** Keywords that only say that a deeper one has failed, which is told for itself. */
const ECHOES = new Set(['properties', 'items', 'prefixItems', 'allOf', 'dependentSchemas']);

/** A schema that cannot be used; `message` says where and why. */
export class InvalidDataSchema extends Error {
  override readonly name = 'InvalidDataSchema';
}

/**
 * The schema with every local reference written out.
 *
 * @throws {InvalidDataSchema} a keyword that is refused, a reference that is unknown or recursive, too large
 */
export function writeOutSchema(schema: JsonObject): Record<string, unknown> {
  const written = { ...asObject(new SchemaWriter(schema).write(schema, '', [], 0)) };
  check(written, {});
  return written;
}

/**
 * What is wrong with the data, one text for each problem, naming the path: `templateData.total: …`.
 *
 * @param schema as `writeOutSchema` gave it
 */
export function dataProblems(schema: JsonObject, data: unknown): string[] {
  const errors = check(schema, data);
  const telling = errors.filter(({ keyword }) => !ECHOES.has(keyword));
  return (telling.length > 0 ? telling : errors).slice(0, MAX_PROBLEMS).map(describe);
}

class SchemaWriter {
  readonly #root: JsonObject;
  #subschemas = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** `references` are those that led here: one that comes again would never end. */
  write(value: unknown, path: string, references: readonly string[], depth: number): unknown {
    if (depth > MAX_DEPTH) throw new InvalidDataSchema(`${path}: is nested more than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) {
      return value.map((item, at) => this.write(item, `${path}/${at}`, references, depth + 1));
    }
    if (!isObject(value)) return value;
    this.#subschemas += 1;
    if (this.#subschemas > MAX_SUBSCHEMAS) {
      throw new InvalidDataSchema(`: has more than ${MAX_SUBSCHEMAS} subschemas, references written out`);
    }
    const { $ref, ...keywords } = value;
    const own = this.#writeKeywords(keywords, path, references, depth);
    if (typeof $ref !== 'string') return own;
    if (references.includes($ref)) throw new InvalidDataSchema(`${path}: $ref ${$ref} is recursive`);
    const target = this.write(this.#resolve($ref, path), $ref, [...references, $ref], depth + 1);
    return { ...own, allOf: [...(Array.isArray(own.allOf) ? own.allOf : []), target] };
  }

  #writeKeywords(keywords: JsonObject, path: string, references: readonly string[], depth: number) {
    const written: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(keywords)) {
      const at = `${path}/${keyword}`;
      if (REFUSED.has(keyword)) throw new InvalidDataSchema(`${at}: is not supported`);
      if (keyword === 'type') requireTypes(value, at);
      if (DEFINITIONS.has(keyword)) continue;
      if (DATA_KEYWORDS.has(keyword)) written[keyword] = value;
      else if (NAMED_SCHEMAS.has(keyword) && isObject(value)) {
        written[keyword] = this.#writeNamed(value, at, references, depth + 1);
      } else written[keyword] = this.write(value, at, references, depth + 1);
    }
    return written;
  }

  #writeNamed(schemas: JsonObject, path: string, references: readonly string[], depth: number) {
    const entries = Object.entries(schemas);
    return Object.fromEntries(
      entries.map(([name, schema]) => [name, this.write(schema, `${path}/${name}`, references, depth + 1)]),
    );
  }

  #resolve(reference: string, path: string): unknown {
    if (!reference.startsWith('#'))
      throw new InvalidDataSchema(`${path}: $ref ${reference} leaves the schema`);
    let target: unknown = this.#root;
    for (const part of reference.split('/').slice(1)) {
      const key = fromPointer(part);
      target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    if (target === undefined) throw new InvalidDataSchema(`${path}: $ref ${reference} points at nothing`);
    return target;
  }
}

/** The library passes over a type that it does not know when nothing has it, and throws when something has. */
function requireTypes(value: unknown, path: string): void {
  const unknown = [value].flat().find((type) => typeof type !== 'string' || !TYPES.has(type));
  if (unknown !== undefined)
    throw new InvalidDataSchema(`${path}: ${JSON.stringify(unknown)} is not a JSON type`);
}

function check(schema: JsonObject, data: unknown): OutputUnit[] {
  try {
    return new Validator(schema, '2020-12', false).validate(data).errors;
  } catch (error) {
    throw new InvalidDataSchema(
      `: ${error instanceof Error ? error.message.slice(0, 200) : 'cannot be used'}`,
    );
  }
}

function describe({ instanceLocation, error }: OutputUnit): string {
  const path = instanceLocation.split('/').slice(1).map(fromPointer);
  return `${['templateData', ...path].join('.').slice(0, 200)}: ${error.slice(0, 200)}`;
}

/** A segment of a JSON pointer in a URI fragment, read. Source: RFC 6901, sections 4 and 6. */
function fromPointer(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
