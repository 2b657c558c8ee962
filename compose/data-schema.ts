import { type OutputUnit, Validator } from '@cfworker/json-schema';

/*
 * A schema can come from an attacker, and the validating library does not limit its work. A dereferenced schema
 * bounds the work to its size times the size of the data. Keywords with a higher cost are not supported.
 */

type JsonObject = Readonly<Record<string, unknown>>;

/** In the dereferenced schema. */
const MAX_SUBSCHEMAS = 5_000;
const MAX_DEPTH = 64;
const MAX_PROBLEMS = 20;

/** A regular expression can take forever on a short text. Unique items take quadratic time. */
const UNSUPPORTED = new Set([
  'pattern',
  'patternProperties',
  'uniqueItems',
  '$dynamicRef',
  '$recursiveRef',
  '$id',
]);

const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples']);

/** Their values are objects of schemas. The names in these objects are not keywords. */
const NAMED_SCHEMAS = new Set(['properties', 'dependentSchemas']);

const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

const DEFINITIONS = new Set(['$defs', 'definitions']);

/** Errors of these keywords only repeat that a nested keyword failed. */
const SUMMARY_KEYWORDS = new Set(['properties', 'items', 'prefixItems', 'allOf', 'dependentSchemas']);

export class InvalidDataSchema extends Error {
  override readonly name = 'InvalidDataSchema';
}

/** Replaces every local reference by its schema. @throws {InvalidDataSchema} */
export function dereferenceSchema(schema: JsonObject): Record<string, unknown> {
  const dereferenced = { ...asObject(new Dereferencer(schema).dereference(schema, '', [], 0)) };
  validate(dereferenced, {});
  return dereferenced;
}

/** Returns one text for each problem: `templateData.total: …`. @param schema from `dereferenceSchema` */
export function findDataProblems(schema: JsonObject, data: unknown): string[] {
  const errors = validate(schema, data);
  const specific = errors.filter(({ keyword }) => !SUMMARY_KEYWORDS.has(keyword));
  return (specific.length > 0 ? specific : errors).slice(0, MAX_PROBLEMS).map(describe);
}

class Dereferencer {
  readonly #root: JsonObject;
  #subschemas = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** @param references the references that led here. A repeated one is recursive. */
  dereference(value: unknown, path: string, references: readonly string[], depth: number): unknown {
    if (depth > MAX_DEPTH) throw new InvalidDataSchema(`${path}: is nested more than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) {
      return value.map((item, at) => this.dereference(item, `${path}/${at}`, references, depth + 1));
    }
    if (!isObject(value)) return value;
    this.#subschemas += 1;
    if (this.#subschemas > MAX_SUBSCHEMAS) {
      throw new InvalidDataSchema(
        `: has more than ${MAX_SUBSCHEMAS} subschemas after its references are resolved`,
      );
    }
    const { $ref, ...keywords } = value;
    const own = this.#dereferenceKeywords(keywords, path, references, depth);
    if (typeof $ref !== 'string') return own;
    if (references.includes($ref)) throw new InvalidDataSchema(`${path}: $ref ${$ref} is recursive`);
    const target = this.dereference(this.#resolve($ref, path), $ref, [...references, $ref], depth + 1);
    return { ...own, allOf: [...(Array.isArray(own.allOf) ? own.allOf : []), target] };
  }

  #dereferenceKeywords(keywords: JsonObject, path: string, references: readonly string[], depth: number) {
    const result: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(keywords)) {
      const at = `${path}/${keyword}`;
      if (UNSUPPORTED.has(keyword)) throw new InvalidDataSchema(`${at}: is not supported`);
      if (keyword === 'type') requireTypes(value, at);
      if (DEFINITIONS.has(keyword)) continue;
      if (DATA_KEYWORDS.has(keyword)) result[keyword] = value;
      else if (NAMED_SCHEMAS.has(keyword) && isObject(value)) {
        result[keyword] = this.#dereferenceNamed(value, at, references, depth + 1);
      } else result[keyword] = this.dereference(value, at, references, depth + 1);
    }
    return result;
  }

  #dereferenceNamed(schemas: JsonObject, path: string, references: readonly string[], depth: number) {
    const entries = Object.entries(schemas);
    return Object.fromEntries(
      entries.map(([name, schema]) => [
        name,
        this.dereference(schema, `${path}/${name}`, references, depth + 1),
      ]),
    );
  }

  #resolve(reference: string, path: string): unknown {
    if (!reference.startsWith('#'))
      throw new InvalidDataSchema(`${path}: $ref ${reference} points outside the schema`);
    let target: unknown = this.#root;
    for (const part of reference.split('/').slice(1)) {
      const key = decodeSegment(part);
      target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    if (target === undefined) throw new InvalidDataSchema(`${path}: $ref ${reference} points to nothing`);
    return target;
  }
}

/** The library throws on an unknown type, but only when it validates a value that is present. */
function requireTypes(value: unknown, path: string): void {
  const unknown = [value].flat().find((type) => typeof type !== 'string' || !TYPES.has(type));
  if (unknown !== undefined)
    throw new InvalidDataSchema(`${path}: ${JSON.stringify(unknown)} is not a JSON type`);
}

function validate(schema: JsonObject, data: unknown): OutputUnit[] {
  try {
    return new Validator(schema, '2020-12', false).validate(data).errors;
  } catch (error) {
    throw new InvalidDataSchema(
      `: ${error instanceof Error ? error.message.slice(0, 200) : 'cannot be used'}`,
    );
  }
}

function describe({ instanceLocation, error }: OutputUnit): string {
  const path = instanceLocation.split('/').slice(1).map(decodeSegment);
  return `${['templateData', ...path].join('.').slice(0, 200)}: ${error.slice(0, 200)}`;
}

/** Source: RFC 6901, sections 4 and 6. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
