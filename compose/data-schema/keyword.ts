import type { DataCheck } from './data-check.ts';
import { InvalidDataSchema, isObject, type JsonObject } from './schema.ts';

/** Checks a value and reports its problems to `check`. */
export type Check = (data: unknown, check: DataCheck) => void;

export interface KeywordUse {
  readonly value: unknown;
  /** The schema that has the keyword. */
  readonly schema: JsonObject;
  /** The place of the keyword in the schema. */
  readonly path: string;
  readonly compile: (schema: unknown, path: string) => Check;
}

/** @throws {InvalidDataSchema} a value that the keyword cannot have */
export type Keyword = (use: KeywordUse) => Check;

export type KeywordTable = Readonly<Record<string, Keyword>>;

export const invalid = (path: string, reason: string) => new InvalidDataSchema(`${path}: ${reason}`);

export function requireNumber({ value, path }: KeywordUse): number {
  if (typeof value !== 'number') throw invalid(path, 'must be a number');
  return value;
}

export function requireCount({ value, path }: KeywordUse): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw invalid(path, 'must be a whole number from 0');
  }
  return value;
}

export function requireNames(value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
    throw invalid(path, 'must be an array of field names');
  }
  return value;
}

export function requireNamed(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw invalid(path, 'must be an object');
  return value;
}

/** @returns a check for each schema of an array */
export function compileList({ value, path, compile }: KeywordUse): readonly Check[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid(path, 'must be an array of schemas');
  return value.map((schema, at) => compile(schema, `${path}/${at}`));
}

/** Checks a field or an item of the current value. */
export function checkChild(key: string | number, data: unknown, schema: Check, check: DataCheck): void {
  const { evaluated } = check;
  check.path.push(key);
  check.evaluated = null;
  schema(data, check);
  check.path.pop();
  check.evaluated = evaluated;
  if (evaluated === null) return;
  check.step(1);
  evaluated.add(key);
}

/** Quotes a value in a message. It is cut, because a value in a schema can have megabytes. */
export function quote(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 25 ? `"${value.slice(0, 25)}…"` : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object';
}
