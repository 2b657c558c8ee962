import { afterEach, expect, test, vi } from 'vitest';
import { Platen } from '../../../packages/client/src/client.ts';
import { BATCH_ANSWERS } from '../../../schema/api/batch-examples.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Answers each request with the next body and keeps the requests. */
function answering(...bodies: unknown[]) {
  const requests: Request[] = [];
  const platen = new Platen({
    apiKey: 'pk_test_1',
    baseUrl: 'https://pdf.example.com',
    fetch: async (request) => {
      requests.push(request);
      return Response.json(bodies.shift());
    },
  });
  return { platen, requests };
}

test('a batch is sent as one line for its settings and one for each row', async () => {
  const { platen, requests } = answering(BATCH_ANSWERS.accepted);
  const rows = [
    { externalId: 'A-17', templateData: { note: 'two\nlines' } },
    { externalId: 'A-18', filename: 'invoice A-18' },
  ];
  const body = { templateId: 'tpl_1', output: 'zip' as const, rows };
  const batch = await platen.batches.create(body, { idempotencyKey: 'invoices-11' });
  expect(batch).toEqual(BATCH_ANSWERS.accepted.data);
  const [request] = requests;
  expect(request?.headers.get('Content-Type')).toBe('application/x-ndjson');
  expect(request?.headers.get('Idempotency-Key')).toBe('invoices-11');
  const lines = (await request?.text())?.trimEnd().split('\n') ?? [];
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { templateId: 'tpl_1', output: 'zip' },
    ...rows,
  ]);
});

test('waiting asks again until the batch has ended, with pauses if the service does not wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const batch = BATCH_ANSWERS.accepted.data;
  const ended = { ...batch, state: 'completed', finishedAt: '2026-11-21T15:24:31.210Z' };
  const { platen, requests } = answering({ data: batch }, { data: batch }, { data: ended });
  const startedAt = Date.now();
  const waited = platen.batches.wait(batch);
  await vi.runAllTimersAsync();
  expect(await waited).toEqual(ended);
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);
  expect(requests.map((request) => request.headers.get('Prefer'))).toEqual(Array(3).fill('wait=30'));
});

test('a wait ends after its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { platen } = answering(...Array(5).fill(BATCH_ANSWERS.accepted));
  const waited = platen.batches
    .wait(BATCH_ANSWERS.accepted.data.batchId, { timeoutMs: 2_500 })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await waited).toMatchObject({ name: 'PlatenTimeoutError' });
});

test('rows are listed by state, and failed rows are retried', async () => {
  const batch = BATCH_ANSWERS.accepted.data;
  const { platen, requests } = answering(
    BATCH_ANSWERS.rows,
    { data: batch },
    { data: batch },
    { data: batch },
  );
  expect(await platen.batches.rows(batch.batchId, { state: 'failed' })).toEqual({
    ...BATCH_ANSWERS.rows,
  });
  await platen.batches.retryFailed(batch.batchId);
  await platen.batches.resume(batch.batchId);
  await platen.batches.cancel(batch.batchId);
  const path = `https://pdf.example.com/v1/batches/${batch.batchId}`;
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET ${path}/rows?state=failed`,
    `POST ${path}/retry-failed`,
    `POST ${path}/resume`,
    `POST ${path}/cancel`,
  ]);
});
