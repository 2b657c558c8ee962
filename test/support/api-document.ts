import { dereference, initialBaseURI, type Schema, validate } from '@cfworker/json-schema';

/** The parts of the OpenAPI document that tests read. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  /** By the type of the event. */
  readonly webhooks: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly headers: Record<string, HeaderDescription>;
    readonly securitySchemes: Record<string, { readonly in?: string; readonly name?: string }>;
  };
}

export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly security?: unknown;
  readonly 'x-permission'?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, MediaType> };
  readonly responses: Record<string, DescribedAnswer>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface DescribedAnswer {
  readonly description: string;
  readonly headers?: Record<string, HeaderDescription | { readonly $ref: string }>;
  readonly content?: Record<string, MediaType>;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Record<string, Example>;
}

interface Example {
  readonly summary: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface HeaderDescription {
  readonly description: string;
  readonly required: boolean;
  readonly 'x-media-types'?: readonly string[];
  readonly schema: Schema;
  readonly example: unknown;
}

/** The examples of a body: the single one and the named ones. */
export const examplesOf = ({ example, examples }: MediaType): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples ?? {}).map(({ value }) => value),
];

/** The headers of an answer by lower-case name, with references resolved. */
export function headersOf(document: ApiDocument, answer: DescribedAnswer): Map<string, HeaderDescription> {
  const described = Object.entries(answer.headers ?? {}).map(([name, header]) => {
    const found = '$ref' in header ? document.components.headers[nameIn(header.$ref)] : header;
    if (found === undefined) throw new Error(`The reference of the header ${name} does not resolve.`);
    return [name.toLowerCase(), found] as const;
  });
  return new Map(described);
}

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

interface Lookup {
  readonly schemas: ReturnType<typeof dereference>;
  /** The schemas outside of the components that it has already. */
  readonly others: Set<Schema>;
}

/** Resolving the references of a document takes much longer than checking a value. */
const lookups = new WeakMap<object, Lookup>();

/** The violations of a schema of the document; empty if the value is valid. */
export function misfits(
  { components }: Pick<ApiDocument, 'components'>,
  schema: Schema,
  value: unknown,
): string[] {
  const { schemas, others } = lookups.get(components) ?? {
    schemas: dereference({ components }),
    others: new Set(),
  };
  lookups.set(components, { schemas, others });
  if (!others.has(schema)) dereference(schema, schemas, initialBaseURI, `/others/${others.size}`);
  others.add(schema);
  return validate(value, schema, '2020-12', schemas, false).errors.map(
    ({ instanceLocation, error }) => `${instanceLocation} ${error}`,
  );
}
