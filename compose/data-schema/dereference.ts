import type { Meter } from '@platen/meter';
import { FORMATS } from './formats.ts';
import { InvalidDataSchema, isObject, type JsonObject } from './schema.ts';

/** Limits of the dereferenced schema. */
const MAX_SUBSCHEMAS = 5_000;
/** A saved schema has 64,000 bytes of JSON, and a value takes two of them. */
const MAX_VALUES = 32_000;
const MAX_DEPTH = 64;

/** A value is copied and compiled, and its name may be new. It takes up to 3 µs. */
const VALUE_WORK = 400;

/** A regular expression can take forever on a short text. Unique items take quadratic time. */
const UNSUPPORTED = new Set([
  'pattern',
  'patternProperties',
  'uniqueItems',
  '$dynamicRef',
  '$recursiveRef',
  '$id',
]);

/** The values of these keywords are data, not schemas. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples']);

/** The values of these keywords are schemas by name. The names are not keywords. */
const NAMED_SCHEMAS = new Set(['properties', 'dependentSchemas', 'dependencies']);

/** Needed for references only. */
const DEFINITIONS = new Set(['$defs', 'definitions']);

/** Replaces every local reference by the schema that it names. A schema without references has bounded work. */
export class Dereferencer {
  readonly #root: JsonObject;
  readonly #meter: Meter;
  #subschemas = 0;
  #values = 0;

  constructor(root: JsonObject, meter: Meter) {
    this.#root = root;
    this.#meter = meter;
  }

  /**
   * @param references the references that led here. A repeated one is recursive.
   * @throws {InvalidDataSchema}
   */
  dereference(value: unknown, path: string, references: readonly string[], depth: number): unknown {
    if (depth > MAX_DEPTH) throw new InvalidDataSchema(`${path}: is nested more than ${MAX_DEPTH} levels`);
    this.#values += 1;
    this.#meter.charge(VALUE_WORK);
    if (this.#values > MAX_VALUES) throw tooMany('values', MAX_VALUES);
    if (Array.isArray(value)) {
      return value.map((item, at) => this.dereference(item, `${path}/${at}`, references, depth + 1));
    }
    if (!isObject(value)) return value;
    this.#subschemas += 1;
    if (this.#subschemas > MAX_SUBSCHEMAS) throw tooMany('subschemas', MAX_SUBSCHEMAS);
    const { $ref, ...keywords } = value;
    const own = this.#dereferenceKeywords(keywords, path, references, depth);
    if (typeof $ref !== 'string') return own;
    if (references.includes($ref)) throw new InvalidDataSchema(`${path}: $ref ${$ref} is recursive`);
    const target = this.dereference(this.#resolve($ref, path), $ref, [...references, $ref], depth + 1);
    return { ...own, allOf: [...(Array.isArray(own.allOf) ? own.allOf : []), target] };
  }

  #dereferenceKeywords(
    keywords: JsonObject,
    path: string,
    references: readonly string[],
    depth: number,
  ): JsonObject {
    const entries: [string, unknown][] = [];
    for (const [keyword, value] of Object.entries(keywords)) {
      const at = `${path}/${keyword}`;
      if (UNSUPPORTED.has(keyword)) throw new InvalidDataSchema(`${at}: is not supported`);
      if (keyword === 'format') requireFormat(value, at);
      if (DEFINITIONS.has(keyword)) continue;
      if (DATA_KEYWORDS.has(keyword)) entries.push([keyword, value]);
      else if (NAMED_SCHEMAS.has(keyword) && isObject(value)) {
        entries.push([keyword, this.#dereferenceNamed(value, at, references, depth + 1)]);
      } else entries.push([keyword, this.dereference(value, at, references, depth + 1)]);
    }
    return Object.fromEntries(entries);
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

const tooMany = (what: string, limit: number) =>
  new InvalidDataSchema(`: has more than ${limit} ${what} after its references are resolved`);

/** Other formats would be ignored when data is checked. The author would not notice. */
function requireFormat(value: unknown, path: string): void {
  if (typeof value === 'string' && FORMATS.has(value)) return;
  const shown = (JSON.stringify(value) ?? '').slice(0, 60);
  throw new InvalidDataSchema(
    `${path}: ${shown} is not supported. The supported formats are ${[...FORMATS.keys()].join(', ')}`,
  );
}

/** Decodes a segment of a JSON pointer in a URI fragment. Source: RFC 6901, sections 4 and 6. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return segment;
  }
}
