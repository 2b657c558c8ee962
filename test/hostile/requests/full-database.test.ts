import { beforeAll, expect, test } from 'vitest';
import { PLANS } from '../../../schema/plans.ts';
import { send, Tenant } from '../../support/service-client.ts';

const LONG = 'x'.repeat(70_000);
const REFERENCES = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [at, { $ref: '#/$defs/a' }]));

let tenant: Tenant;

beforeAll(async () => {
  tenant = await Tenant.create();
});

const request = (method: string, path: string, body: object) =>
  send(`/v1/templates${path}`, {
    method,
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test.each([
  ['settings', { settings: { header: { content: LONG } } }, 'has more than 64000 bytes of JSON'],
  ['a data schema', { dataSchema: { description: LONG } }, 'has more than 64000 bytes of JSON'],
  [
    'a short data schema that its references make long',
    { dataSchema: { $defs: { a: { enum: ['x'.repeat(20_000)] } }, properties: REFERENCES } },
    'has more than 64000 bytes of JSON after its references are resolved',
  ],
])('the database cannot be filled with %s', async (_, parts, problem) => {
  const [field = ''] = Object.keys(parts);
  const { status, text } = await request('POST', '', { name: field, content: '<p></p>', ...parts });
  expect([status, JSON.parse(text)]).toMatchObject([
    400,
    { error: { code: 'VALIDATION_ERROR', details: [`${field}: ${problem}`] } },
  ]);
});

test('the database cannot be filled with templates that are created in parallel', async () => {
  const free = await Tenant.create({ plan: 'free' });
  const { maxTemplates } = PLANS.free;
  const creations = Array.from({ length: maxTemplates + 10 }, (_, at) =>
    send('/v1/templates', {
      method: 'POST',
      headers: { 'X-API-Key': free.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `template ${at}`, content: '<p></p>' }),
    }),
  );
  const statuses = (await Promise.all(creations)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(maxTemplates);
  expect(statuses.filter((status) => status === 409)).toHaveLength(10);
});

test('the database cannot be filled with saves that change nothing', async () => {
  const created = await request('POST', '', { name: 'repeated', content: '<p>same</p>' });
  const { id } = JSON.parse(created.text).data;
  for (let save = 0; save < 5; save += 1) await request('PUT', `/${id}`, { content: '<p>same</p>' });
  const last = await request('PUT', `/${id}`, {});
  expect(JSON.parse(last.text)).toMatchObject({ data: { version: 1, latestVersion: 1 } });
});
