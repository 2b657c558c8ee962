import type { Schema } from '@cfworker/json-schema';
import { expect, inject } from 'vitest';
import type { Answer } from './answer.ts';
import { type ApiDocument, type DescribedAnswer, headersOf, misfits } from './api-document.ts';

let fetched: Promise<ApiDocument> | undefined;

const fetchDocument = async (): Promise<ApiDocument> =>
  (await fetch(new URL('/v1/openapi.json', inject('serviceUrl')))).json() as Promise<ApiDocument>;

/** Headers of the connection, of the transfer and of CORS, which the document does not describe. */
const TRANSPORT =
  /^(connection|content-(encoding|length|type)|date|keep-alive|transfer-encoding|vary|access-control-.*)$/;

const ERROR: Schema = { $ref: '#/components/schemas/Error' };

/**
 * Asserts that an answer matches the OpenAPI document: the operation's status, headers, content type and body. For unknown
 * paths and methods, the body must be an error.
 */
export async function expectDescribed(method: string, pathname: string, answer: Answer): Promise<void> {
  // The document does not describe its own endpoint.
  if (pathname === '/v1/openapi.json') return;
  fetched ??= fetchDocument();
  const document = await fetched;
  const where = `${method} ${pathname} answered ${answer.status}`;
  const operation = operationOf(document, method, pathname);
  if (operation === undefined || answer.status === 405) return expectBody(document, ERROR, answer, where);

  const described = operation.responses[answer.status];
  expect(described, `${where}, which is not in the description`).toBeDefined();
  if (described === undefined) return;
  expectHeaders(document, described, answer, where);
  if (answer.bytes.length === 0) return;
  const type = typeOf(answer);
  expect(Object.keys(described.content ?? {}), where).toContain(type);
  expectBody(document, described.content?.[type]?.schema ?? ERROR, answer, where);
}

/** HEAD is described by GET. */
function operationOf({ paths }: ApiDocument, method: string, pathname: string) {
  const path = Object.keys(paths).find((template) => matches(template, pathname));
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  return path === undefined ? undefined : paths[path]?.[verb];
}

function matches(template: string, pathname: string): boolean {
  const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(pathname);
}

/** Asserts that every sent header is described for this answer, and that no required header is missing. */
function expectHeaders(
  document: ApiDocument,
  described: DescribedAnswer,
  answer: Answer,
  where: string,
): void {
  const ofType = [...headersOf(document, described)].filter(
    ([, { 'x-media-types': types }]) => types === undefined || types.includes(typeOf(answer)),
  );
  const headers = new Map(ofType);
  const always = ofType.filter(([, header]) => header.required || 'x-media-types' in header);
  const sent = [...answer.headers.keys()].filter((name) => !TRANSPORT.test(name));
  const unknown = sent.filter((name) => !headers.has(name));
  const missing = always.map(([name]) => name).filter((name) => !sent.includes(name));
  expect({ unknown, missing }, where).toEqual({ unknown: [], missing: [] });
  for (const name of sent) {
    const schema = headers.get(name)?.schema ?? {};
    const text = answer.headers.get(name) ?? '';
    const value = schema.type === 'integer' ? Number(text) : text;
    expect(misfits(document, schema, value), `${where} with ${name}: ${text}`).toEqual([]);
  }
}

function expectBody(document: ApiDocument, schema: Schema, answer: Answer, where: string): void {
  if (typeOf(answer) !== 'application/json' || answer.bytes.length === 0) return;
  expect(misfits(document, schema, JSON.parse(answer.text)).slice(0, 5), where).toEqual([]);
}

const typeOf = ({ headers }: Answer): string => headers.get('content-type')?.split(';')[0] ?? '';
