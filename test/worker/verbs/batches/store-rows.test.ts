import { env } from 'cloudflare:test';
import type { Meter } from '@platen/meter';
import { expect, test } from 'vitest';
import { enterWorkspace, OPERATOR } from '../../../../worker/ctx.ts';
import { buildServices } from '../../../../worker/services.ts';
import type { BatchSource } from '../../../../worker/verbs/batches/batch-source.ts';
import { RowCheck } from '../../../../worker/verbs/batches/row-check.ts';
import { storeRows } from '../../../../worker/verbs/batches/store-rows.ts';
import { requestTime } from '../../support/ctx.ts';

const SCHEMA = { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } };

/** Each row has many values that the schema looks at. */
function sourceOf(rows: number): BatchSource {
  const templateData = { list: Array.from({ length: 500 }, (_, index) => index) };
  let at = 0;
  return {
    settings: {},
    next: async () => (at < rows ? { externalId: String(at++).padStart(4, '0'), templateData } : null),
    drain: async () => {},
  };
}

async function store(rows: number, startedAt = Date.now()): Promise<Meter> {
  const services = buildServices(env);
  const desk = { add: async () => [] };
  const ctx = enterWorkspace(
    {
      services: Object.assign(services, { batchDesk: () => desk }),
      actor: OPERATOR,
      time: { ...requestTime(), startedAt },
    },
    { id: 'ws_rows', plan: 'free' },
  );
  await storeRows(ctx, {
    batchId: 'batch_rows',
    source: sourceOf(rows),
    check: new RowCheck('tpl_rows@1', SCHEMA, ctx.meter),
    maxRows: 1_000,
    stops: true,
    digest: null,
    seal: null,
  });
  return ctx.meter;
}

test('the work of a batch is in proportion to its rows', async () => {
  const [one, two, four] = [await store(50), await store(100), await store(200)].map(({ work }) => work);
  expect(two).toBe(2 * (one ?? 0));
  expect(four).toBe(2 * (two ?? 0));
});

test('the rows of a batch end at the deadline of the request', async () => {
  await expect(store(200, 0)).rejects.toThrow('The time is over.');
});
