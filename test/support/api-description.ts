import { expect, inject } from 'vitest';
import type { Answer } from './answer.ts';
import type { ApiDocument } from './api-document.ts';
import { differences } from './described-answer.ts';

let fetched: Promise<ApiDocument> | undefined;

const fetchDocument = async (): Promise<ApiDocument> =>
  (await fetch(new URL('/v1/openapi.json', inject('serviceUrl')))).json() as Promise<ApiDocument>;

/** Asserts that an answer matches the OpenAPI document. */
export async function expectDescribed(method: string, pathname: string, answer: Answer): Promise<void> {
  // The document does not describe its own endpoint.
  if (pathname === '/v1/openapi.json') return;
  fetched ??= fetchDocument();
  const found = differences(await fetched, method, pathname, answer);
  expect(found, `${method} ${pathname} answered ${answer.status}`).toEqual([]);
}
