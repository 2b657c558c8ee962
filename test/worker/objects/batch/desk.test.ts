import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { PLANS } from '../../../../schema/plans.ts';
import type { TakenRow } from '../../../../worker/objects/batch/protocol.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import { BELL_MS, LEASE_MS as SILENCE_MS } from '../../../../worker/objects/lease.ts';
import { batchRowsKey } from '../../../../worker/adapters/r2/keys.ts';
import { made, PLAN, TestBatch, TestConsumer } from '../../support/batches.ts';
import { DAY_MS, type LedgerStub, MINUTE_MS, openLedgerAtNoon, SECOND_MS } from '../../support/ledger.ts';

const LEASE_MS = PLANS[PLAN].timeoutMs + 2 * MINUTE_MS;

let workspaceId: string;
let stub: LedgerStub;
let ledger: Ledger;
let batch: TestBatch;

beforeEach(async () => {
  ({ workspaceId, stub, ledger } = openLedgerAtNoon());
  batch = new TestBatch(workspaceId, ledger);
});

afterEach(() => vi.useRealTimers());

const taken = (row: TakenRow | null): TakenRow => {
  if (row === null) throw new Error('The consumer got no row');
  return row;
};

/** Takes a row and starts its attempt. */
async function start(consumer: TestConsumer): Promise<TakenRow> {
  const row = taken(await consumer.turn());
  expect(await batch.startRow(row)).toMatchObject({ outcome: 'started', plan: PLAN });
  return row;
}

const quotaUsed = async () => (await ledger.account(PLAN)).quotaUsed;

type TestedCode = 'SERVICE_BUSY' | 'REQUEST_TIMEOUT' | 'VALIDATION_ERROR';

const failed = (row: TakenRow, errorCode: TestedCode) =>
  ({ ...row, outcome: 'failed', reason: { errorCode, pageMs: 0 } }) as const;

/** Like a print that failed, and its consumer. */
async function fail(consumer: TestConsumer, row: TakenRow, errorCode: TestedCode) {
  await ledger.release(row.fileId, { errorCode, pageMs: 0 });
  return consumer.turn(failed(row, errorCode), false);
}

describe('the consumers of a batch', () => {
  test('are as many as the plan runs, and no more than there are rows', async () => {
    await batch.accept(5);
    expect(batch.bells).toHaveLength(2);
    const small = new TestBatch(workspaceId, ledger);
    await small.accept(1);
    expect(small.bells).toHaveLength(1);
  });

  test('give rows to one of two deliveries of their message', async () => {
    await batch.accept(5);
    const first = batch.consumer();
    const second = new TestConsumer(batch, first.laneId);
    expect(await first.turn()).toMatchObject({ index: 0, attempt: 1 });
    expect(await second.turn()).toBeNull();
    expect(await batch.counts()).toMatchObject({ running: 1, queued: 4 });
  });

  test('are lost when they are silent: others go on with the rows that wait, at once', async () => {
    await batch.accept(5);
    await start(batch.consumer());
    await start(batch.consumer());
    batch.bells.length = 0;
    await batch.later(SILENCE_MS);
    expect(batch.bells).toHaveLength(2);
    expect(await start(batch.consumer())).toMatchObject({ index: 2, attempt: 1 });
    expect(await batch.counts()).toMatchObject({ running: 1, queued: 4 });
  });

  test('whose message comes late take the place of one that has not started', async () => {
    await batch.accept(5);
    const late = batch.consumer();
    await batch.later(BELL_MS);
    expect(await late.turn()).toMatchObject({ index: 0, attempt: 1 });
    // A second consumer may run, so one of the other three messages is for it.
    const turns = [];
    while (batch.bells.length > 0) turns.push(await batch.consumer().turn());
    expect(turns.filter((turn) => turn !== null)).toHaveLength(1);
  });

  test('are rung again if their messages are lost', async () => {
    await batch.accept(5);
    batch.bells.length = 0;
    await batch.later(31 * SECOND_MS);
    expect(batch.bells).toHaveLength(2);
  });

  test('are rung again after an eviction', async () => {
    await batch.accept(5);
    const consumer = batch.consumer();
    await consumer.turn();
    await evictDurableObject(batch.desk);
    await batch.observeBells();
    batch.bells.length = 0;
    await batch.later(LEASE_MS);
    expect(batch.bells.length).toBeGreaterThan(0);
  });
});

describe('a row', () => {
  test('whose consumer was lost after its file was recorded has this file and costs one credit', async () => {
    await batch.accept(1);
    const row = await start(batch.consumer());
    expect(await batch.commit(row)).toMatchObject({ outcome: 'committed' });
    await batch.later(LEASE_MS);
    expect(await batch.find()).toMatchObject({ state: 'completed', rows: { succeeded: 1 } });
    const page = await batch.desk.listRows(workspaceId, { limit: 10, after: -1 });
    expect(page?.rows).toMatchObject([{ index: 0, fileId: row.fileId, attempts: 1 }]);
    expect(await quotaUsed()).toBe(1);
  });

  test('that has its file gets it again when it is started again', async () => {
    await batch.accept(1);
    const row = await start(batch.consumer());
    await batch.commit(row);
    const again = { ...row, fileId: newId('file'), attempt: 2 };
    expect(await batch.startRow(again)).toMatchObject({ outcome: 'made', file: { fileId: row.fileId } });
    expect(await quotaUsed()).toBe(1);
  });

  test('that is started again takes the reservation of the attempt before', async () => {
    await batch.accept(1);
    const row = await start(batch.consumer());
    const again = { ...row, fileId: newId('file'), attempt: 2 };
    expect(await batch.startRow(again)).toMatchObject({ outcome: 'started' });
    expect(await batch.commit(row)).toEqual({ outcome: 'reclaimed' });
    expect(await batch.commit(again)).toMatchObject({ outcome: 'committed' });
    expect(await quotaUsed()).toBe(1);
  });

  test('whose attempt was lost is printed again, and the late attempt records nothing', async () => {
    await batch.accept(1);
    const row = await start(batch.consumer());
    await batch.later(LEASE_MS);
    expect(await batch.counts()).toMatchObject({ queued: 1, running: 0 });
    expect(await batch.commit(row)).toEqual({ outcome: 'reclaimed' });
    await batch.later(5 * SECOND_MS);
    const consumer = batch.consumer();
    const second = await start(consumer);
    expect(second).toMatchObject({ index: 0, attempt: 2 });
    await batch.commit(second);
    await consumer.turn(made(second));
    expect(await batch.find()).toMatchObject({ state: 'completed', rows: { succeeded: 1 } });
  });

  test('whose consumer renews its lease is not printed again', async () => {
    await batch.accept(1);
    const consumer = batch.consumer();
    const row = await start(consumer);
    for (let renewals = 0; renewals < 5; renewals += 1) {
      await batch.later(SILENCE_MS - 1);
      expect(await batch.counts()).toMatchObject({ running: 1 });
      await consumer.renew(row);
    }
    await batch.commit(row);
    await consumer.turn(made(row));
    expect(await batch.find()).toMatchObject({ state: 'completed', rows: { succeeded: 1 } });
    expect(await quotaUsed()).toBe(1);
  });

  test('that met a busy service is tried five times, later each time', async () => {
    await batch.accept(1);
    for (const waitMs of [0, 5_000, 30_000, 120_000, 600_000]) {
      if (waitMs > 0) await batch.later(waitMs);
      const consumer = batch.consumer();
      await fail(consumer, await start(consumer), 'SERVICE_BUSY');
    }
    expect(await batch.find()).toMatchObject({ state: 'completed', rows: { failed: 1 } });
  });

  test.each(['SERVICE_BUSY', 'REQUEST_TIMEOUT'] as const)(
    'that got no page (%s) beside another row is not counted, and takes consumers',
    async (code) => {
      await batch.accept(5);
      const [first, second] = [batch.consumer(), batch.consumer()];
      const busy = await start(first);
      const row = await start(second);
      await ledger.release(busy.fileId, { errorCode: code, pageMs: 0 });
      batch.bells.length = 0;
      expect(await first.turn(failed(busy, code))).toBeNull();
      expect(batch.bells).toEqual([]);

      await batch.commit(row);
      expect(await second.turn(made(row))).toMatchObject({ index: 2 });
      // The PDF that was made lets a second consumer try again.
      expect(batch.bells).toHaveLength(1);
      await batch.later(2 * SECOND_MS);
      const again = batch.consumer();
      const rows = await batch.desk.listRows(workspaceId, { after: -1, limit: 5 });
      expect(rows?.rows[busy.index]).toMatchObject({ state: 'queued', attempts: 0 });
      expect(await again.turn()).toMatchObject({ attempt: 1 });
    },
  );

  test('that cannot be printed fails at once, and can be retried for seven days', async () => {
    await batch.accept(2);
    const consumer = batch.consumer();
    await fail(consumer, await start(consumer), 'VALIDATION_ERROR');
    const other = batch.consumer();
    const row = await start(other);
    await batch.commit(row);
    await other.turn(made(row));
    const ended = await batch.find();
    expect(ended).toMatchObject({ state: 'completed', retryableUntil: Date.now() + 7 * DAY_MS });
    expect(await env.FILES.head(batchRowsKey(batch.batchId, 0))).not.toBeNull();

    expect(await batch.desk.retryFailed(workspaceId)).toMatchObject({ outcome: 'done' });
    expect(await batch.find()).toMatchObject({ state: 'running', finishedAt: null, rows: { queued: 1 } });
    const retry = batch.consumer();
    const again = await start(retry);
    expect(again).toMatchObject({ index: 0, attempt: 1 });
    await batch.commit(again);
    await retry.turn(made(again));
    expect(await batch.find()).toMatchObject({ state: 'completed', rows: { succeeded: 2, failed: 0 } });
    await runDurableObjectAlarm(batch.desk);
    expect(await env.FILES.head(batchRowsKey(batch.batchId, 0))).toBeNull();
    expect(await batch.desk.retryFailed(workspaceId)).toMatchObject({ outcome: 'conflict' });
  });
});

describe('rows and jobs of a workspace', () => {
  test('together run as many as the plan allows', async () => {
    const other = new TestBatch(workspaceId, ledger);
    await batch.accept(5);
    await other.accept(5);
    await start(batch.consumer());
    await start(batch.consumer());
    const consumer = other.consumer();
    const row = taken(await consumer.turn());
    const refusal = await other.startRow(row);
    expect(refusal).toEqual({ outcome: 'refused', refused: { refusal: 'full' } });
    if (refusal.outcome !== 'refused') return;
    expect(await consumer.turn({ ...row, ...refusal })).toBeNull();
    expect(await other.counts()).toMatchObject({ queued: 5, running: 0 });
    other.bells.length = 0;
    await other.later(2 * SECOND_MS);
    expect(other.bells).toHaveLength(1);
  });

  test('each have a half that the others cannot take', async () => {
    const jobId = newId('job');
    await runInDurableObject(stub, (instance) => {
      Object.assign(instance, { env: { ...env, JOBS: { sendBatch: async () => undefined } } });
    });
    await batch.accept(5);
    const job = { jobId, requestId: 'req_a', environment: 'live', deadline: Date.now() + MINUTE_MS } as const;
    await ledger.admit({ keyId: 'key_a', plan: PLAN, job });
    await ledger.enqueueJob(jobId, null);
    await start(batch.consumer());
    const row = taken(await batch.consumer().turn());
    expect(await batch.startRow(row)).toMatchObject({ outcome: 'refused', refused: { refusal: 'full' } });
    expect(await ledger.startJob(jobId, newId('file'))).not.toBeNull();
  });
});

describe('a batch without credits', () => {
  /** One row of three is made, and the next one finds no credit. */
  async function runOutOfCredits(): Promise<void> {
    await ledger.adjust({ plan: PLAN, quotaUsed: 99 });
    await batch.accept(3);
    const consumer = batch.consumer();
    const row = await start(consumer);
    const second = batch.consumer();
    const without = taken(await second.turn());
    const refusal = await batch.startRow(without);
    expect(refusal).toMatchObject({ refused: { refusal: 'NO_CREDITS_AVAILABLE' } });
    if (refusal.outcome !== 'refused') throw new Error('The row was started');
    expect(await second.turn({ ...without, ...refusal })).toBeNull();
    await batch.commit(row);
    expect(await consumer.turn(made(row))).toBeNull();
  }

  test('is paused by the row that finds none, and goes on when there are credits', async () => {
    await runOutOfCredits();
    expect(await batch.find()).toMatchObject({ state: 'paused', rows: { queued: 2, succeeded: 1 } });

    batch.bells.length = 0;
    await batch.later(5 * MINUTE_MS);
    expect(await batch.find()).toMatchObject({ state: 'paused' });
    expect(await batch.desk.resume(workspaceId)).toMatchObject({ outcome: 'refused' });
    expect(batch.bells).toEqual([]);
    await ledger.adjust({ credits: 5 });
    await batch.later(5 * MINUTE_MS);
    expect(await batch.find()).toMatchObject({ state: 'running', pausedReason: null });
    expect(batch.bells).toHaveLength(2);
  });

  test('fails after 35 days without credits, and can be retried', async () => {
    await runOutOfCredits();
    for (const days of [34, 1]) {
      expect(await batch.find()).toMatchObject({ state: 'paused' });
      vi.setSystemTime(Date.now() + days * DAY_MS);
      // These are the credits of the new month.
      await ledger.adjust({ quotaUsed: 100 });
      await batch.later(0);
    }
    const ended = { state: 'failed', pausedReason: null, error: { code: 'NO_CREDITS_AVAILABLE' } };
    expect(await batch.find()).toMatchObject({ ...ended, rows: { succeeded: 1, canceled: 2 } });
    await ledger.adjust({ credits: 5 });
    expect(await batch.desk.retryFailed(workspaceId)).toMatchObject({ outcome: 'done' });
    expect(await batch.counts()).toMatchObject({ queued: 2 });
  });

  test('stops if its key was revoked', async () => {
    await batch.accept(3);
    await ledger.revokeKey('key_a');
    const consumer = batch.consumer();
    const row = taken(await consumer.turn());
    const refusal = await batch.startRow(row);
    if (refusal.outcome !== 'refused') throw new Error('The row was started');
    await consumer.turn({ ...row, ...refusal });
    expect(await batch.find()).toMatchObject({ state: 'failed', error: { code: 'API_KEY_REVOKED' } });
    expect(await batch.counts()).toMatchObject({ canceled: 3 });
  });
});

describe('a batch that is canceled', () => {
  test('keeps the PDFs that were made, and records no other', async () => {
    await batch.accept(2_000);
    const consumer = batch.consumer();
    const first = await start(consumer);
    await batch.commit(first);
    const second = taken(await consumer.turn(made(first)));
    await batch.startRow(second);
    const third = await start(batch.consumer());
    await batch.commit(third);
    expect(await batch.desk.cancel(workspaceId)).toMatchObject({ outcome: 'done' });
    expect(await batch.find()).toMatchObject({
      state: 'canceled',
      rows: { total: 2_000, succeeded: 2, canceled: 1_998, running: 0, queued: 0 },
    });
    expect(await batch.commit(second)).toEqual({ outcome: 'reclaimed' });
    expect(await batch.startRow({ ...second, index: 7, fileId: newId('file') })).toMatchObject({
      refused: { refusal: 'ended' },
    });
    expect(await quotaUsed()).toBe(2);
  });
});

describe('what a batch leaves', () => {
  test('is deleted with its workspace', async () => {
    await batch.accept(3);
    await ledger.close();
    await runDurableObjectAlarm(stub);
    expect(await batch.find()).toBeNull();
    expect(await env.FILES.head(batchRowsKey(batch.batchId, 0))).toBeNull();
    expect(
      await batch.startRow({
        index: 0,
        fileId: 'file_a',
        attempt: 1,
        place: { chunk: 0, offset: 0, length: 2 },
      }),
    ).toMatchObject({ refused: { refusal: 'ended' } });
  });

  test('is deleted if the batch was not accepted in time', async () => {
    await batch.open();
    await batch.add(3);
    for (const minutes of [3, 3]) {
      vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
      await runDurableObjectAlarm(stub);
    }
    expect(await env.FILES.head(batchRowsKey(batch.batchId, 0))).toBeNull();
    expect(await ledger.acceptBatch(await acceptedRecord(), null)).toEqual({ outcome: 'late' });
  });

  test('ages with its newest file', async () => {
    await batch.accept(1);
    const consumer = batch.consumer();
    const row = await start(consumer);
    await batch.commit(row);
    await consumer.turn(made(row));
    await runDurableObjectAlarm(batch.desk);
    await expect
      .poll(async () => (await ledger.listBatches({ limit: 5 })).batches)
      .toMatchObject([{ state: 'completed', expiresAt: Date.now() + 7 * DAY_MS }]);
    vi.setSystemTime(Date.now() + 7 * DAY_MS);
    await runDurableObjectAlarm(stub);
    expect(await batch.find()).toBeNull();
    expect(await ledger.listBatches({ limit: 5 })).toEqual({ batches: [], more: false });
  });
});

/** What a Worker that was too slow would send. */
async function acceptedRecord() {
  const late = new TestBatch(workspaceId, ledger);
  await late.open();
  await late.add(1);
  return { ...(await late.desk.accepted()), batchId: batch.batchId };
}
