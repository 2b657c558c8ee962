import { type Schema, Validator } from '@cfworker/json-schema';

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

/** Making a validator resolves every reference of the document. */
const validators = new WeakMap<object, WeakMap<Schema, Validator>>();

/** The violations of a schema of the document; empty if the value is valid. */
export function misfits(
  { components }: Pick<ApiDocument, 'components'>,
  schema: Schema,
  value: unknown,
): string[] {
  const ofDocument = validators.get(components) ?? new WeakMap<Schema, Validator>();
  validators.set(components, ofDocument);
  const validator = ofDocument.get(schema) ?? new Validator({ ...schema, components }, '2020-12', false);
  ofDocument.set(schema, validator);
  return validator
    .validate(value)
    .errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}
