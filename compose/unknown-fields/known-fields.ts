import { z } from 'zod';
import { generateRequest } from '../../schema/api/generate.ts';

/** An object of the request with the fields that it can have. */
export interface KnownFields extends ReadonlyMap<string, KnownFields | null> {}

export const REQUEST_FIELDS: KnownFields = readFields(generateRequest);

function readFields({ shape }: z.ZodObject): KnownFields {
  return new Map(
    Object.entries(shape).map(([name, schema]) => {
      const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
      return [name, inner instanceof z.ZodObject ? readFields(inner) : null];
    }),
  );
}

/** `options.margin.top`, and so on. Fields of the outer objects come first. */
export const listPaths = (fields: KnownFields, prefix = ''): string[] => [
  ...[...fields.keys()].map((name) => `${prefix}${name}`),
  ...[...fields].flatMap(([name, inner]) => (inner === null ? [] : listPaths(inner, `${prefix}${name}.`))),
];
