import { beforeAll, expect, test } from 'vitest';
import { call, migrate, newKey, newWorkspace, postJson } from '../support/service.ts';

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
  ['batches', 'thumbnail', { templateId: 'tpl_a', rows: [{ externalId: 'a' }], thumbnail }],
])('without a container, %s says that %s needs one', async (path, field, body) => {
  const { value } = await newKey(await newWorkspace(), { permissions: ['pdf.generate', 'pdf.read'] });
  const response = await call(`/v1/${path}`, postJson(body, { 'X-API-Key': value }));
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({
    error: {
      code: 'FEATURE_UNAVAILABLE',
      message: expect.stringContaining(field),
      details: [expect.stringContaining(`${field}: `)],
    },
  });
});
