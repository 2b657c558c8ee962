import { beforeAll, describe, expect, test } from 'vitest';
import {
  acceptBatch,
  batchIn,
  changeBatch,
  expectBatch,
  expectBatchAccepted,
  invoiceRow,
  invoiceRows,
  postBatch,
  putInvoice,
  rowsOf,
} from '../support/batches.ts';
import { expectRefusal, operator, send, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

const NDJSON = { 'Content-Type': 'application/x-ndjson' };

const toLines = (...values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');

const COUNTS = { queued: 0, running: 0, succeeded: 0, failed: 0, canceled: 0 };

describe('POST /v1/batches', () => {
  test('makes one PDF and spends one credit for each row', async () => {
    const tenant = await Tenant.create();
    const templateId = await putInvoice(tenant);
    const answered = await postBatch(tenant, { templateId, rows: invoiceRows(5) });
    const accepted = expectBatchAccepted(answered);
    expect(accepted).toMatchObject({ templateId: `${templateId}@1`, environment: 'live', error: null });
    expect(accepted.rows.total).toBe(5);

    const ended = await batchIn(tenant, accepted.batchId, 'completed');
    expect(ended).toMatchObject({
      rows: { ...COUNTS, total: 5, succeeded: 5 },
      output: { type: 'files', state: 'none', url: null },
      retryableUntil: null,
    });
    const rows = await rowsOf(tenant, accepted.batchId);
    expect(
      rows.map(({ index, externalId, state, attempts }) => ({ index, externalId, state, attempts })),
    ).toEqual(rows.map((_, index) => ({ index, externalId: `A-${index}`, state: 'succeeded', attempts: 1 })));
    expect(rows.map(({ file }) => file?.filename)).toEqual(rows.map((_, index) => `invoice A-${index}.pdf`));
    expect(new Set(rows.map(({ fileId }) => fileId)).size).toBe(5);
    expect((await send(rows[4]?.file?.signedUrl ?? '')).text).toMatch(/^%PDF/);
    expect(await tenant.quotaUsed()).toBe(5);
    const list = JSON.parse((await send('/v1/batches', { headers: { 'X-API-Key': tenant.key } })).text);
    expect(list.data).toMatchObject([
      { batchId: accepted.batchId, state: 'completed', rows: { succeeded: 5 } },
    ]);
  });

  variation('reads rows from NDJSON, and skips empty lines', async () => {
    const tenant = await Tenant.create({ environment: 'test' });
    const templateId = await putInvoice(tenant);
    const body = `${toLines({ templateId }, invoiceRow(1))}\n\n${toLines(invoiceRow(2))}\n`;
    const { batchId } = expectBatchAccepted(await postBatch(tenant, body, NDJSON));
    expect(await batchIn(tenant, batchId, 'completed')).toMatchObject({ rows: { total: 2, succeeded: 2 } });
  });

  test('with an idempotency key returns the same batch, and refuses another body', async () => {
    const tenant = await Tenant.create({ environment: 'test' });
    const templateId = await putInvoice(tenant);
    const key = { 'Idempotency-Key': 'november' };
    const body = { templateId, rows: invoiceRows(2) };
    const first = expectBatchAccepted(await postBatch(tenant, body, key));
    const again = await postBatch(tenant, body, key);
    expect(expectBatchAccepted(again).batchId).toBe(first.batchId);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await postBatch(tenant, { templateId, rows: invoiceRows(3) }, key);
    expectRefusal(other, 'IDEMPOTENCY_CONFLICT');
    expect(await batchIn(tenant, first.batchId, 'completed')).toMatchObject({ rows: { total: 2 } });
  });
});

describe('a body that is not valid', () => {
  let tenant: Tenant;
  let templateId: string;
  beforeAll(async () => {
    tenant = await Tenant.create({ plan: 'scale', environment: 'test' });
    templateId = await putInvoice(tenant);
  });

  const bad = { externalId: 'bad', templateData: { number: 'bad', total: 'much' } };
  const problem = 'rows[1].templateData.total: must be of type number, not string';

  test('is refused with the index of the first bad row, if the batch stops', async () => {
    const rows = [invoiceRow(0), bad, invoiceRow(2)];
    const answered = await postBatch(tenant, { templateId, onRowError: 'stop', rows });
    expect(expectRefusal(answered, 'VALIDATION_ERROR').details).toEqual([problem]);
  });

  test('makes a batch in which the bad row has failed, if the batch continues', async () => {
    const rows = [
      invoiceRow(0),
      bad,
      { ...invoiceRow(2), filename: '..' },
      { ...invoiceRow(3), templateData: 7 },
    ];
    const { batchId } = await acceptBatch(tenant, { templateId, rows });
    const ended = await batchIn(tenant, batchId, 'completed');
    expect(ended.rows).toEqual({ ...COUNTS, total: 4, succeeded: 1, failed: 3 });
    expect(Date.parse(ended.retryableUntil ?? '')).toBeGreaterThan(Date.now());
    const failed = await rowsOf(tenant, batchId, '&state=failed');
    expect(
      failed.map(({ index, attempts, error }) => ({ index, attempts, details: error?.details })),
    ).toEqual([
      { index: 1, attempts: 0, details: [problem] },
      { index: 2, attempts: 0, details: ['rows[2].filename: must name a file'] },
      { index: 3, attempts: 0, details: ['rows[3].templateData: must be an object'] },
    ]);
  });

  variation('prints the other rows, and names the value that a helper cannot read', async () => {
    const saved = await send('/v1/templates', {
      method: 'POST',
      headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'amounts', content: '<p>{{name}}: {{currency total "EUR"}}</p>' }),
    });
    const rows = ['1,234.50', null, 3].map((total, number) => ({
      externalId: `A-${number}`,
      templateData: { name: 'x', total },
    }));
    const { batchId } = await acceptBatch(tenant, { templateId: JSON.parse(saved.text).data.id, rows });
    expect((await batchIn(tenant, batchId, 'completed')).rows).toMatchObject({ succeeded: 2, failed: 1 });
    const [failed] = await rowsOf(tenant, batchId, '&state=failed');
    expect(failed).toMatchObject({ index: 0, externalId: 'A-0', attempts: 1 });
    expect(failed?.error).toMatchObject({
      code: 'TEMPLATE_COMPILATION_ERROR',
      message: expect.stringContaining('column 14: currency: the value must be a number'),
      details: expect.arrayContaining([
        expect.stringMatching(/^templateData\.total: is "1,234\.50"; currency in html/),
      ]),
    });
  });

  const row = invoiceRow(1);
  const typed = (text: string) => [expect.stringContaining(text)];
  test.each([
    [
      'all rows are bad',
      (id: string) => ({ templateId: id, rows: [bad] }),
      typed('rows[0].templateData.total'),
    ],
    [
      'a row has no externalId',
      (id: string) => ({ templateId: id, rows: [{}] }),
      typed('rows[0].externalId: is required'),
    ],
    [
      'two rows have the same externalId',
      (id: string) => ({ templateId: id, rows: [row, row] }),
      ['rows[1].externalId: another row has the same one'],
    ],
    ['there are no rows', (id: string) => ({ templateId: id, rows: [] }), typed('rows: must have 1 or more')],
    ['rows are missing', (id: string) => ({ templateId: id }), ['rows: must be an array']],
    [
      'the output is unknown',
      (id: string) => ({ templateId: id, output: 'tar', rows: [row] }),
      typed('output: must be'),
    ],
    [
      'the page has no room',
      (id: string) => ({ templateId: id, options: { margin: { top: 200, bottom: 200 } }, rows: [row] }),
      typed('options.margin'),
    ],
  ])('is refused if %s', async (_, body, details) => {
    const answered = await postBatch(tenant, body(templateId));
    expect(expectRefusal(answered, 'VALIDATION_ERROR').details).toEqual(details);
  });

  test.each([
    [
      'a line is not JSON',
      (id: string) => `${toLines({ templateId: id })}\n{"externalId":`,
      'rows[0]: Malformed JSON, column 15:',
    ],
    ['the first line is not JSON', () => 'x', 'the first line: Malformed JSON'],
    [
      'a line is no object',
      (id: string) => toLines({ templateId: id }, row, 7),
      'rows[1]: must be an object',
    ],
    [
      'a row is too large',
      (id: string) => toLines({ templateId: id }, { ...row, filename: 'x'.repeat(1_000_000) }, row),
      'rows[0]: is larger than 1000000 bytes',
    ],
  ])('as NDJSON is refused if %s', async (_, body, detail) => {
    const answered = await postBatch(tenant, body(templateId), NDJSON);
    expect(expectRefusal(answered, 'VALIDATION_ERROR').details).toEqual(typed(detail));
  });

  variation('is refused if it has more rows than the plan allows', async () => {
    const free = await Tenant.create();
    const ownTemplate = await putInvoice(free);
    const answered = await postBatch(free, { templateId: ownTemplate, rows: invoiceRows(1_001) });
    expect(expectRefusal(answered, 'VALIDATION_ERROR').details).toEqual([
      'rows: must have 1000 or fewer entries',
    ]);
  });

  test('is refused without its template, without credits, and beyond the open batches', async () => {
    const free = await Tenant.create();
    expectRefusal(await postBatch(free, { templateId, rows: invoiceRows(1) }), 'TEMPLATE_NOT_FOUND');
    const ownTemplate = await putInvoice(free);
    const endless = {
      templateId: ownTemplate,
      options: { waitForSelector: '#never' },
      rows: invoiceRows(50),
    };
    const batches = await Promise.all([acceptBatch(free, endless), acceptBatch(free, endless)]);
    expectRefusal(await postBatch(free, endless), 'BATCH_LIMIT_REACHED');
    for (const { batchId } of batches) expectBatch(await changeBatch(free, batchId, 'cancel'));
    await free.spendAll();
    expectRefusal(await postBatch(free, endless), 'NO_CREDITS_AVAILABLE');
  });
});

describe('a batch that is changed', () => {
  test('prints no further row after it was canceled', async () => {
    const tenant = await Tenant.create();
    const templateId = await putInvoice(tenant);
    const options = { waitForSelector: '#never' };
    const { batchId } = await acceptBatch(tenant, { templateId, options, rows: invoiceRows(20) });
    await batchIn(tenant, batchId, 'running');
    const canceled = expectBatch(await changeBatch(tenant, batchId, 'cancel'));
    expect(canceled).toMatchObject({ state: 'canceled', retryableUntil: null });
    const { queued, running, succeeded } = canceled.rows;
    expect({ queued, running, succeeded }).toEqual({ queued: 0, running: 0, succeeded: 0 });
    // On a slow machine, the first rows reach the plan's timeout before the batch is canceled.
    expect(canceled.rows.canceled + canceled.rows.failed).toBe(20);
    expect(canceled.rows.canceled).toBeGreaterThan(0);
    expect(expectBatch(await changeBatch(tenant, batchId, 'cancel')).state).toBe('canceled');
    expectRefusal(await changeBatch(tenant, batchId, 'retry-failed'), 'BATCH_STATE_CONFLICT');
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test('is paused without credits, and goes on when there are some', async () => {
    const tenant = await Tenant.create();
    const templateId = await putInvoice(tenant);
    await operator().setWorkspace(tenant.workspaceId, { quotaUsed: 97 });
    const { batchId } = await acceptBatch(tenant, { templateId, rows: invoiceRows(6) });
    const paused = await batchIn(tenant, batchId, 'paused');
    expect(paused).toMatchObject({ pausedReason: 'NO_CREDITS_AVAILABLE', finishedAt: null });
    expectRefusal(await changeBatch(tenant, batchId, 'resume'), 'NO_CREDITS_AVAILABLE');
    await operator().setWorkspace(tenant.workspaceId, { credits: 10 });
    const ended = await batchIn(tenant, batchId, 'completed');
    expect(ended.rows).toMatchObject({ total: 6, succeeded: 6 });
    expect(await operator().setWorkspace(tenant.workspaceId, {})).toMatchObject({
      quotaUsed: 100,
      credits: 7,
    });
  });

  test('stops at the first row that fails, and retries what was not printed', async () => {
    const tenant = await Tenant.create({ environment: 'test' });
    const { id: templateId } = await tenant.putTemplate('helper', '<p>{{currency amount code}}</p>');
    const good = (index: number) => ({ externalId: `${index}`, templateData: { amount: 1, code: 'EUR' } });
    const rows = [
      { externalId: 'bad', templateData: { amount: 1, code: 'no' } },
      ...[1, 2, 3, 4, 5].map(good),
    ];
    const { batchId } = await acceptBatch(tenant, { templateId, onRowError: 'stop', rows });
    const failed = await batchIn(tenant, batchId, 'failed');
    expect(failed.error).toMatchObject({
      code: 'TEMPLATE_COMPILATION_ERROR',
      message: expect.stringMatching(/^rows\[0\]: /),
    });
    expect(failed.rows).toMatchObject({ total: 6, failed: 1, queued: 0, running: 0 });
    const again = expectBatch(await changeBatch(tenant, batchId, 'retry-failed'));
    expect(again).toMatchObject({ finishedAt: null, error: null });
    await batchIn(tenant, batchId, 'failed');
    expectRefusal(await changeBatch(tenant, batchId, 'cancel'), 'BATCH_STATE_CONFLICT');
  });
});
