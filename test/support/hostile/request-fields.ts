import { z } from 'zod';
import { inProject } from '../../../scripts/project.ts';

type Json = Readonly<Record<string, unknown>>;

/** A place for a text in a part of a request: in a body, in the query or in the path. */
export interface RequestField {
  /** `post /v1/pdf/generate .options.margin.top` */
  readonly name: string;
  /** Its value in the description. It may be empty. */
  readonly example: string;
  /** The maximum length in the description, in characters. It is infinite without a limit. */
  readonly maxLength: number;
  /** The schema of the part. */
  readonly schema: z.ZodType;
  /** The part with this text, and otherwise as small as the schema allows. */
  readonly place: (text: string) => unknown;
}

type Place = Omit<RequestField, 'schema'>;

interface Route {
  readonly method: string;
  readonly path: string;
  readonly request?: {
    readonly body?: { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> };
    readonly params?: unknown;
    readonly query?: unknown;
  };
}
interface Application {
  readonly openAPIRegistry: {
    readonly definitions: readonly (
      | { readonly type: 'route'; readonly route: Route }
      | { readonly type: '' }
    )[];
  };
}

// The Worker is imported by path, because its sources need the types of another platform than tests in Node do.
const APPLICATIONS = [
  ['worker/app.ts', 'createApp'],
  ['worker/surfaces/console/app.ts', 'createConsole'],
] as const;

/** Each field of each request to the API, the console and the operator's API, whatever its type. */
export async function listRequestFields(): Promise<readonly RequestField[]> {
  const fields = new Map<unknown, RequestField[]>();
  for (const [file, name] of APPLICATIONS) {
    const module = (await import(inProject(file))) as Record<string, () => Application>;
    for (const definition of module[name]?.().openAPIRegistry.definitions ?? []) {
      if (definition.type !== 'route') continue;
      const { method, path, request = {} } = definition.route;
      const bodies = Object.values(request.body?.content ?? {}).map(({ schema }) => schema);
      // Surfaces share schemas.
      for (const schema of [...bodies, request.query, request.params]) {
        if (schema instanceof z.ZodType) fields.set(schema, fieldsOf(schema, `${method} ${path}`));
      }
    }
  }
  return [...fields.values()].flat();
}

/** One of the fields with the same name in objects of the same name, such as `margin.top`. */
export const oneOfEach = (fields: readonly RequestField[]): RequestField[] => [
  ...new Map(fields.map((field) => [field.name.split('.').slice(-2).join('.'), field])).values(),
];

/** @param name of the request */
export function fieldsOf(schema: z.ZodType, name: string): RequestField[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return new Walker(root).places(root).map((place) => ({ ...place, name: `${name} ${place.name}`, schema }));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const objectsIn = (value: unknown): Json[] => [value].flat().filter(isObject);

class Walker {
  readonly #root: Json;

  constructor(root: Json) {
    this.#root = root;
  }

  /** The places for a text in a value of the schema. The first is the value itself. */
  places(given: unknown): Place[] {
    const schema = this.#resolve(given);
    const { anyOf, oneOf, allOf, items, properties, additionalProperties } = schema;
    const inProperties = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, each]) =>
      this.#inside(schema, name, each),
    );
    const named = isObject(additionalProperties) ? this.#inside(schema, 'name', additionalProperties) : [];
    return [
      {
        name: '',
        example: exampleOf(schema),
        maxLength: Number(schema.maxLength ?? Infinity),
        place: (text) => text,
      },
      ...[anyOf, oneOf, allOf].flatMap(objectsIn).flatMap((each) => this.places(each)),
      ...objectsIn(items).flatMap((each) => this.places(each).map(inList)),
      ...inProperties,
      ...named,
      ...(schema.type === 'object' ? [this.#name(schema)] : []),
    ];
  }

  #inside(schema: Json, property: string, inner: unknown): Place[] {
    return this.places(inner).map(({ name, place, ...rest }) => ({
      ...rest,
      name: `.${property}${name}`,
      place: (text) => ({ ...this.#objectOf(schema), [property]: place(text) }),
    }));
  }

  /** The name of a field, which may be unknown. */
  #name(schema: Json): Place {
    const value = isObject(schema.additionalProperties) ? this.sample(schema.additionalProperties) : 1;
    return {
      name: '.*',
      example: '',
      maxLength: Infinity,
      place: (text) => ({ ...this.#objectOf(schema), [text]: value }),
    };
  }

  #objectOf = ({ properties, required }: Json): Json =>
    Object.fromEntries(
      [required]
        .flat()
        .filter((name) => typeof name === 'string')
        .map((name) => [name, this.sample(isObject(properties) ? properties[name] : {})]),
    );

  /** A value that is valid for most schemas. */
  sample(given: unknown): unknown {
    const schema = this.#resolve(given);
    if ('const' in schema) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    if ('example' in schema) return schema.example;
    const [first] = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(objectsIn);
    if (first !== undefined) return this.sample(first);
    switch ([schema.type].flat()[0]) {
      case 'string':
        return 'a'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
      case 'integer':
      case 'number':
        return Number(schema.minimum ?? 1);
      case 'boolean':
        return true;
      case 'array':
        return objectsIn(schema.items).map((each) => this.sample(each));
      default:
        return this.#objectOf(schema);
    }
  }

  #resolve(schema: unknown): Json {
    if (!isObject(schema)) return {};
    if (typeof schema.$ref !== 'string') return schema;
    const target = schema.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), this.#root);
    return this.#resolve(target);
  }
}

const inList = ({ name, place, ...rest }: Place): Place => ({
  ...rest,
  name: `[0]${name}`,
  place: (text) => [place(text)],
});

function exampleOf({ example, type, format }: Json): string {
  if (typeof example === 'string') return example;
  if (format === 'uri') return 'https://a.dev/';
  // Clients send a number as a text.
  return type === 'string' ? 'a' : '1';
}
