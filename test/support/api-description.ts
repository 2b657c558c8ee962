import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, inject } from 'vitest';
import type { Answer } from './answer.ts';

interface Described {
  readonly content?: Record<string, { readonly schema?: Schema }>;
}

interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Described> }>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

let document: Promise<Document> | undefined;

const fetchDocument = async (): Promise<Document> =>
  (await fetch(new URL('/v1/openapi.json', inject('serviceUrl')))).json() as Promise<Document>;

/**
 * Asserts that an answer of the API is one that its own description knows: the status of that operation,
 * the content type, and a body that fits the schema. Paths and methods that it does not know have errors
 * of the common shape.
 */
export async function expectDescribed(method: string, pathname: string, answer: Answer): Promise<void> {
  document ??= fetchDocument();
  const { paths, components } = await document;
  // The description does not describe itself.
  if (pathname === '/v1/openapi.json') return;
  const path = Object.keys(paths).find((template) => matches(template, pathname));
  const operation = path === undefined ? undefined : paths[path]?.[method.toLowerCase()];
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const where = `${method} ${pathname} answered ${answer.status} ${type}`;

  let schema: Schema | undefined = { $ref: '#/components/schemas/Error' };
  if (operation !== undefined && answer.status !== 405) {
    const described = operation.responses[answer.status];
    expect(described, `${where}, which is not in the description`).toBeDefined();
    if (answer.bytes.length === 0) return;
    expect(Object.keys(described?.content ?? {}), where).toContain(type);
    schema = described?.content?.[type]?.schema;
  }
  if (type !== 'application/json' || schema === undefined) return;
  const { valid, errors } = new Validator({ ...schema, components }, '2020-12', false).validate(
    JSON.parse(answer.text),
  );
  expect(valid, `${where}: ${JSON.stringify(errors.slice(0, 5))}`).toBe(true);
}

function matches(template: string, pathname: string): boolean {
  const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}
