import { beforeAll, expect, test } from 'vitest';
import { send, Tenant } from '../../support/service-client.ts';

/** A body may have 500,000 values. An empty object counts as two. */
const MANY = 245_000;

/** A new name counts as ten. */
const MANY_NAMES = 40_000;

let tenant: Tenant;
let templateId: string;

beforeAll(async () => {
  tenant = await Tenant.create({ plan: 'free' });
  templateId = JSON.parse((await post('/v1/templates', '{"name":"a","content":"<p>"}')).text).data.id;
});

const post = (path: string, body: string) =>
  send(path, {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    body,
  });

const names = (value: string, length = MANY_NAMES): string =>
  `{${Array.from({ length }, (_, index) => `"(${index}":${value}`).join(',')}}`;

const list = (entry: string): string => `[${Array(MANY).fill(entry).join(',')}]`;

// Each entry of these once got a problem of its own: an INTERNAL_ERROR, or an answer of 22 MB, after half a second of the processor.
test.for<[field: string, path: () => string, body: () => string, problem: string]>([
  [
    'headers',
    () => '/v1/pdf/generate',
    () => `{"url":"https://example.com","headers":${names('1')}}`,
    'headers: must have 50 or fewer entries',
  ],
  [
    'partials',
    () => `/v1/templates/${templateId}/preview`,
    () => `{"partials":${names('1')}}`,
    'partials: must have 100 or fewer entries',
  ],
  [
    'entries',
    () => '/v1/pdf/merge',
    () => `{"entries":${list('{}')}}`,
    'entries: must have 100 or fewer entries',
  ],
  [
    'cookies',
    () => '/v1/pdf/generate',
    () => `{"url":"https://example.com","cookies":${list('{}')}}`,
    'cookies: must have 50 or fewer entries',
  ],
])('tens of thousands of %s are one problem', async ([, path, body, problem]) => {
  const { status, text } = await post(path(), body());
  expect(JSON.parse(text).error).toMatchObject({ code: 'VALIDATION_ERROR', details: [problem] });
  expect(status).toBe(400);
});

test('a body of 245,000 different names is refused before it is parsed, which took a third of a second', async () => {
  const body = `{"htmlContent":"","templateData":${names('1', MANY)}}`;
  const { status, text } = await post('/v1/pdf/generate', body);
  expect(JSON.parse(text).error.details).toEqual([
    expect.stringMatching(/^body: has more than 500000 JSON values .*, or a tenth as many different names$/),
  ]);
  expect(status).toBe(400);
});
