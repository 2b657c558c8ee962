import { afterEach, expect, test, vi } from 'vitest';
import { startBatch } from '../../../../dashboard/pages/batches/new/start-batch.ts';

afterEach(() => vi.unstubAllGlobals());

test('a key of another workspace is named as the reason', async () => {
  const body = { error: { code: 'TEMPLATE_NOT_FOUND', message: 'Not found.', requestId: 'req_a' } };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 404 }));
  const start = startBatch({
    settings: { templateId: 'tpl_a@1' },
    rows: [{ externalId: 'A' }],
    apiKey: 'pk_test_other',
    idempotencyKey: 'a',
  });
  await expect(start).rejects.toMatchObject({
    code: 'TEMPLATE_NOT_FOUND',
    message: 'The key does not find the template. Use a key of this workspace.',
    requestId: 'req_a',
  });
});
