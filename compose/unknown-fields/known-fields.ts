import { z } from 'zod';
import { finishRequest, mergeEntry, mergeRequest, splitRequest } from '../../schema/api/assemble.ts';
import { generateRequest } from '../../schema/api/generate.ts';

/** An object of the request with the fields that it can have. */
export interface KnownFields extends ReadonlyMap<string, KnownFields | null> {}

export const REQUEST_FIELDS: KnownFields = readFields(generateRequest);

function readFields({ shape }: z.ZodObject): KnownFields {
  return new Map(
    Object.entries(shape).map(([name, schema]) => {
      const inner = findObject(schema);
      return [name, inner === null ? null : readFields(inner)];
    }),
  );
}

/** Finds the object in the schema of a field, which can be an object or a list of such objects. */
function findObject(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodOptional) return findObject(schema.unwrap());
  if (schema instanceof z.ZodUnion) return findObject(schema.options[0]);
  return schema instanceof z.ZodObject ? schema : null;
}

/** `options.margin.top`, and so on. Fields of the outer objects come first. */
export const listPaths = (fields: KnownFields, prefix = ''): string[] => [
  ...[...fields.keys()].map((name) => `${prefix}${name}`),
  ...[...fields].flatMap(([name, inner]) => (inner === null ? [] : listPaths(inner, `${prefix}${name}.`))),
];

/** The fields of a kind of request, and how to find the one that was meant. */
export interface RequestFields {
  readonly fields: KnownFields;
  /** By the last name of a path. Fields of the outer objects win. */
  readonly pathByName: ReadonlyMap<string, string>;
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** @param preferred the object whose field is suggested if several objects have a field of the name */
function toRequestFields(fields: KnownFields, preferred: string | null = null): RequestFields {
  const paths = listPaths(fields);
  const own = preferred === null ? [] : paths.filter((path) => path.startsWith(`${preferred}.`));
  // The last of a name stays, and fields of the outer objects come first in the list.
  const inOrder = [...paths.toReversed(), ...own];
  return { fields, pathByName: new Map(inOrder.map((path) => [lastName(path), path])) };
}

export const GENERATION = toRequestFields(REQUEST_FIELDS);

/** The fields of `output` come first for a picture, because `options` has some of the same names for a PDF. */
export const PICTURE_GENERATION = toRequestFields(REQUEST_FIELDS, 'output');

export const MERGE_ENTRY = toRequestFields(readFields(mergeEntry));

export type AssemblyKind = 'merge' | 'split' | 'finish';

export const ASSEMBLIES: Readonly<Record<AssemblyKind, RequestFields>> = {
  merge: toRequestFields(readFields(mergeRequest)),
  split: toRequestFields(readFields(splitRequest)),
  finish: toRequestFields(readFields(finishRequest)),
};
