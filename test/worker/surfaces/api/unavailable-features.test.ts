import { beforeAll, expect, test } from 'vitest';
import { call, migrate, newKey, newWorkspace, postJson } from '../../support/service.ts';

beforeAll(migrate);

const FILE = 'file_0aXfR5mPqW8yBv2TzKcJ7n';
const entries = [{ fileId: FILE }, { fileId: FILE }];
const rows = [{ externalId: 'a' }];
const thumbnail = { width: 320 };
const options = { linearize: true };

async function post(path: string, body: object) {
  const { value } = await newKey(await newWorkspace(), {
    permissions: ['pdf.generate', 'pdf.read', 'template.write'],
  });
  const response = await call(`/v1/${path}`, postJson(body, { 'X-API-Key': value }));
  return { status: response.status, body: await response.json() };
}

test.each([
  ['pdf/generate', { htmlContent: '<p>x', thumbnail }],
  ['pdf/merge', { entries, thumbnail }],
  ['pdf/split', { fileId: FILE, everyPages: 1, thumbnail }],
  ['pdf/finish', { fileId: FILE, options: {}, thumbnail }],
  ['batches', { templateId: 'tpl_a', rows, thumbnail }],
])('without a container, %s says that thumbnail needs one', async (path, body) => {
  expect(await post(path, body)).toMatchObject({
    status: 501,
    body: {
      error: {
        code: 'FEATURE_UNAVAILABLE',
        message: expect.stringContaining('thumbnail'),
        details: [expect.stringContaining('thumbnail: ')],
      },
    },
  });
});

test.each([
  ['pdf/generate', 'options', { htmlContent: '<p>x', options }],
  ['pdf/merge', 'options', { entries, options }],
  ['pdf/merge', 'entries[1].options', { entries: [{ fileId: FILE }, { htmlContent: 'x', options }] }],
  ['pdf/finish', 'options', { fileId: FILE, options }],
  ['batches', 'options', { templateId: 'tpl_a', rows, options }],
  ['templates', 'settings', { name: 'linear', content: '<p>x', settings: options }],
])('%s refuses %s.linearize', async (path, field, body) => {
  expect(await post(path, body)).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'VALIDATION_ERROR',
        details: [`${field}.linearize: must be false. Platen does not linearize PDFs`],
      },
    },
  });
});
