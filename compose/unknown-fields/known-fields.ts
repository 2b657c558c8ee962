import { z } from 'zod';
import { invoiceObject } from '../../schema/api/e-invoice.ts';
import { INVOICE_FIELDS } from '../../schema/api/e-invoice-fields.ts';
import { puppeteerOptions } from '../../schema/api/puppeteer-options.ts';

/** The fields of an object, with the fields of the objects inside them. Null: nothing in it has a known name. */
export interface KnownFields extends ReadonlyMap<string, KnownFields | null> {}

/** Stands for the names of an object that may have any. */
export const ANY_NAME = '*';

/** The fields of a kind of request, and how to find the one that was meant. */
export interface RequestFields {
  readonly fields: KnownFields;
  /** `options.margin.top`, and so on. Fields of the outer objects come first. */
  readonly paths: readonly string[];
  /** By the last name of the path. */
  readonly pathsByName: ReadonlyMap<string, readonly string[]>;
}

/** Objects whose fields are not suggested for others. The schema of an invoice is loaded only for the requests that have one. */
const ISLANDS = new Map<unknown, KnownFields>([[invoiceObject, INVOICE_FIELDS]]);
ISLANDS.set(puppeteerOptions, readObject(puppeteerOptions));

const isIsland = (fields: KnownFields): boolean => [...ISLANDS.values()].includes(fields);

const islands = new Map<KnownFields, RequestFields>();

/** Returns the fields that are suggested in an object, if they are others than in the rest of its request. */
export function islandOf(fields: KnownFields): RequestFields | null {
  if (!isIsland(fields)) return null;
  const known = islands.get(fields) ?? toRequestFields(fields);
  islands.set(fields, known);
  return known;
}

const read = new WeakMap<z.ZodType, RequestFields>();

/** The fields that the schema of a request knows. */
export function knownFields(schema: z.ZodType): RequestFields {
  const known = read.get(schema) ?? toRequestFields(readFields(schema) ?? new Map());
  read.set(schema, known);
  return known;
}

function toRequestFields(fields: KnownFields): RequestFields {
  const paths = listPaths(fields);
  const pathsByName = Map.groupBy(paths, (path) => path.slice(path.lastIndexOf('.') + 1));
  pathsByName.delete(ANY_NAME);
  return { fields, paths, pathsByName };
}

const listPaths = (fields: KnownFields, prefix = ''): string[] => [
  ...[...fields.keys()].map((name) => `${prefix}${name}`),
  ...[...fields].flatMap(([name, inner]) =>
    inner === null || isIsland(inner) ? [] : listPaths(inner, `${prefix}${name}.`),
  ),
];

/** Reads the schema of an object, of a list of objects, or of several that a value may be. */
function readFields(schema: unknown): KnownFields | null {
  const island = ISLANDS.get(schema);
  if (island !== undefined) return island;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return readFields(schema.unwrap());
  if (schema instanceof z.ZodArray) return readFields(schema.element);
  if (schema instanceof z.ZodPipe) return readFields(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.map(readFields).reduce(joinFields, null);
  if (schema instanceof z.ZodRecord) {
    const inner = readFields(schema.valueType);
    return inner && new Map([[ANY_NAME, inner]]);
  }
  if (!(schema instanceof z.ZodObject)) return null;
  const { catchall } = schema.def;
  if (catchall !== undefined && !(catchall instanceof z.ZodNever)) return null;
  return readObject(schema);
}

function readObject({ shape }: z.ZodObject): KnownFields {
  return new Map(Object.entries(shape).map(([name, inner]) => [name, readFields(inner)]));
}

function joinFields(one: KnownFields | null, other: KnownFields | null): KnownFields | null {
  if (one === null || other === null) return one ?? other;
  const names = new Set([...one.keys(), ...other.keys()]);
  return new Map(
    [...names].map((name) => [name, joinFields(one.get(name) ?? null, other.get(name) ?? null)]),
  );
}
