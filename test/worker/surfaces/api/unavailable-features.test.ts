import { beforeAll, expect, test } from 'vitest';
import { call, migrate, newKey, newWorkspace, operate, postJson } from '../../support/service.ts';

beforeAll(migrate);

const FILE = 'file_0aXfR5mPqW8yBv2TzKcJ7n';
const options = { linearize: true };
const thumbnail = { width: 320 };

test.each([
  ['pdf/generate', 'options.linearize', { htmlContent: '<p>x', options }],
  ['pdf/merge', 'options.linearize', { entries: [{ fileId: FILE }, { fileId: FILE }], options }],
  ['pdf/finish', 'options.linearize', { fileId: FILE, options }],
  ['pdf/generate', 'thumbnail', { htmlContent: '<p>x', thumbnail }],
  ['pdf/merge', 'thumbnail', { entries: [{ fileId: FILE }, { fileId: FILE }], thumbnail }],
  ['pdf/split', 'thumbnail', { fileId: FILE, everyPages: 1, thumbnail }],
  ['pdf/finish', 'thumbnail', { fileId: FILE, options: {}, thumbnail }],
  ['batches', 'options.linearize', { templateId: 'tpl_a', rows: [{ externalId: 'a' }], options }],
  ['batches', 'thumbnail', { templateId: 'tpl_a', rows: [{ externalId: 'a' }], thumbnail }],
])('without a container, %s says that %s needs one', async (path, field, body) => {
  const { value } = await newKey(await newWorkspace(), { permissions: ['pdf.generate', 'pdf.read'] });
  await expectUnavailable(await call(`/v1/${path}`, postJson(body, { 'X-API-Key': value })), field);
});

test('a batch whose template needs one is refused, unless its options need none', async () => {
  const workspaceId = await newWorkspace();
  const { value } = await newKey(workspaceId, { permissions: ['pdf.generate', 'pdf.read'] });
  const template = { workspaceId, name: 'linear', content: '<p>x', settings: options };
  const { body: saved } = await operate('PUT', '/templates', template);
  const post = (more: object) => {
    const body = { templateId: saved.id, rows: [{ externalId: 'a' }], ...more };
    return call('/v1/batches', postJson(body, { 'X-API-Key': value }));
  };
  await expectUnavailable(await post({}), 'options.linearize');
  const { data: batches } = await (
    await call('/v1/batches', { headers: { 'X-API-Key': value } })
  ).json<{ data: unknown[] }>();
  expect(batches).toEqual([]);
  expect((await post({ options: { linearize: false } })).status).toBe(202);
});

async function expectUnavailable(response: Response, field: string): Promise<void> {
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({
    error: {
      code: 'FEATURE_UNAVAILABLE',
      message: expect.stringContaining(field),
      details: [expect.stringContaining(`${field}: `)],
    },
  });
}
