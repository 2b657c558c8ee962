import { expect, test } from 'vitest';
import {
  batchIn,
  expectBatchAccepted,
  invoiceRow,
  postBatch,
  putInvoice,
  rowsOf,
} from '../support/batches.ts';
import { expectGenerated, expectRefusal, HELLO, send, Tenant } from '../support/service-client.ts';

const meta = { order: 'A-17', lines: [1, { note: 'Müller' }] };

test('meta comes back in the answer, the file and the job', async () => {
  const tenant = await Tenant.create();
  const read = async (path: string) =>
    JSON.parse((await send(path, { headers: { 'X-API-Key': tenant.key } })).text).data;

  const now = await tenant.generate({ ...HELLO, meta });
  const { data } = expectGenerated(now);
  expect(JSON.parse(now.text).data).toMatchObject({ meta });
  expect(await read(`/v1/files/${data.fileId}`)).toMatchObject({ meta });

  const waits = { Prefer: 'respond-async, wait=60' };
  const later = await tenant.generate({ ...HELLO, meta }, waits);
  expectGenerated(later);
  expect(JSON.parse(later.text).data).toMatchObject({ meta });
  expect(await read(later.headers.get('location') ?? '')).toMatchObject({ meta, file: { meta } });

  const without = await tenant.generate(HELLO);
  expect(JSON.parse(without.text).data).not.toHaveProperty('meta');
});

test('meta that is too large is refused', async () => {
  const tenant = await Tenant.create();
  const answered = await tenant.generate({ ...HELLO, meta: { a: 'x'.repeat(2_000) } });

  expect(expectRefusal(answered, 'VALIDATION_ERROR').details).toEqual([
    'meta: must have 2000 bytes of JSON or fewer',
  ]);
  expect(await tenant.quotaUsed()).toBe(0);
});

test('a batch has its meta, and each row and its file have theirs', async () => {
  const tenant = await Tenant.create({ environment: 'test' });
  const templateId = await putInvoice(tenant);
  const [own, bad] = [{ customer: 'Ada' }, { a: 'x'.repeat(2_000) }];
  const rows = [
    { ...invoiceRow(1), meta: own },
    invoiceRow(2),
    { ...invoiceRow(3), meta: bad },
    { ...invoiceRow(4), templateData: { total: 'four' }, meta: own },
  ];
  const accepted = expectBatchAccepted(await postBatch(tenant, { templateId, meta, rows }));
  expect(accepted).toMatchObject({ meta });

  const { batchId } = accepted;
  expect(await batchIn(tenant, batchId, 'completed')).toMatchObject({
    meta,
    rows: { succeeded: 2, failed: 2 },
  });
  const [first, second, third, fourth] = await rowsOf(tenant, batchId);
  expect(first).toMatchObject({ meta: own, file: { meta: own } });
  expect(second).not.toHaveProperty('meta');
  expect(second?.file).not.toHaveProperty('meta');
  expect(third?.error?.details).toEqual(['rows[2].meta: must have 2000 bytes of JSON or fewer']);
  expect(fourth).toMatchObject({ state: 'failed', meta: own });
});
