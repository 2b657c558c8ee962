import { beforeAll, expect, test } from 'vitest';
import { call, migrate, newKey, newWorkspace, postJson } from '../support/service.ts';

beforeAll(migrate);

const FILE = 'file_0aXfR5mPqW8yBv2TzKcJ7n';
const options = { linearize: true };

test.each([
  ['generate', { htmlContent: '<p>x', options }],
  ['merge', { entries: [{ fileId: FILE }, { fileId: FILE }], options }],
  ['finish', { fileId: FILE, options }],
])('without a container, %s says which field needs one', async (path, body) => {
  const { value } = await newKey(await newWorkspace(), { permissions: ['pdf.generate', 'pdf.read'] });
  const response = await call(`/v1/pdf/${path}`, postJson(body, { 'X-API-Key': value }));
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({
    error: {
      code: 'FEATURE_UNAVAILABLE',
      message: expect.stringContaining('options.linearize'),
      details: [expect.stringMatching(/^options\.linearize: /)],
    },
  });
});
