import type { Schema } from '@cfworker/json-schema';
import type { Random } from '../../../test/support/random.ts';
import type { ApiDocument } from '../../../test/support/api-document.ts';

export interface Sampling {
  readonly random: Random;
  readonly document: ApiDocument;
  /** The value of a field by its name, for example an identifier; undefined if the schema decides. */
  readonly named: (name: string) => unknown;
}

/** A value that a schema of the document allows, or nearly: patterns and refinements are not solved. */
export function sample(context: Sampling, given: Schema | boolean | undefined, depth = 0): unknown {
  const { random } = context;
  const schema = resolve(context.document, given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return sample(context, random.pick(choices), depth + 1);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => sample(context, part, depth + 1)));
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.example !== undefined && random.chance(0.7)) return structuredClone(schema.example);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === 'object' || schema.properties !== undefined) return sampleObject(context, schema, depth);
  if (type === 'array') return sampleArray(context, schema, depth);
  if (type === 'integer' || type === 'number') return sampleNumber(random, schema, type);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return type === 'string' ? sampleText(random, schema) : random.pick(['text', 1, true, { a: 1 }]);
}

function resolve({ components }: ApiDocument, schema: Schema | boolean | undefined): Schema {
  if (typeof schema !== 'object') return {};
  if (schema.$ref === undefined) return schema;
  return components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {};
}

/** They wait for what never comes. */
const SLOW = new Set(['waitFor', 'delayMs']);

function sampleObject(context: Sampling, schema: Schema, depth: number): Record<string, unknown> {
  const { random, named } = context;
  const entries: [string, unknown][] = [];
  const optional = depth > 2 ? 0.15 : 0.3;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    if (SLOW.has(name) || (!isRequired && !random.chance(optional))) continue;
    entries.push([name, named(name) ?? sample(context, property, depth + 1)]);
  }
  if (entries.length === 0 && schema.additionalProperties !== undefined) entries.push(['number', 'A-17']);
  return Object.fromEntries(entries);
}

function sampleArray(context: Sampling, schema: Schema, depth: number): unknown[] {
  const length = Math.max(schema.minItems ?? 0, context.random.below(3));
  const items = Array.isArray(schema.items) ? schema.items[0] : schema.items;
  return Array.from({ length }, () => sample(context, items, depth + 1));
}

function sampleNumber(random: Random, schema: Schema, type: string): number {
  const least = schema.minimum ?? Number(schema.exclusiveMinimum ?? 0);
  const most = Math.min(schema.maximum ?? Number(schema.exclusiveMaximum ?? least + 100), least + 1_000);
  const parts = type === 'integer' ? 1 : 100;
  return least + random.below(Math.floor((most - least) * parts) + 1) / parts;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2027-01-31T12:00:00Z',
  date: '2026-11-21',
  uri: 'https://hooks.platen-tests.net/events',
  email: 'somebody@platen.test',
};

const TEXTS = ['text', 'Invoice {{number}}', '<p>{{number}}</p>', '# Title', '1', 'e-mail', 'en-US'];

function sampleText(random: Random, schema: Schema): string {
  if (schema.default !== undefined && random.chance(0.5)) return String(schema.default);
  const known = FORMATS[schema.format ?? ''];
  if (known !== undefined) return known;
  const text = random.pick(TEXTS);
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 1_000);
}
