import { env, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { RowStore } from '../../../../worker/objects/batch/row-store.ts';
import { AccountStore } from '../../../../worker/objects/ledger/admission/account-store.ts';
import { ReservationStore } from '../../../../worker/objects/ledger/admission/reservation-store.ts';
import { BatchList } from '../../../../worker/objects/ledger/batches/batch-list.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import { UsageCounts } from '../../../../worker/objects/ledger/counts/usage-counts.ts';
import { CopyIndex } from '../../../../worker/objects/ledger/files/copy-index.ts';
import { FileIndex } from '../../../../worker/objects/ledger/files/file-index.ts';
import { UploadedBytes } from '../../../../worker/objects/ledger/files/uploaded-bytes.ts';
import { JobStore } from '../../../../worker/objects/ledger/jobs/job-store.ts';
import { DeliveryStore } from '../../../../worker/objects/webhook/delivery-store.ts';
import { PLAN, TestBatch } from '../../support/batches.ts';
import { fileRecord } from '../../support/file-record.ts';
import { type LedgerStub, MINUTE_MS, NOON, openLedgerAtNoon } from '../../support/ledger.ts';
import { migrate } from '../../support/service.ts';

let workspaceId: string;
let stub: LedgerStub;
let ledger: Ledger;

beforeAll(migrate);

beforeEach(() => {
  ({ workspaceId, stub, ledger } = openLedgerAtNoon());
});

afterEach(() => vi.useRealTimers());

const COPY = {
  targetId: 'target_a',
  provider: 's3',
  name: 'archive',
  key: 'a.pdf',
  state: 'pending',
  attempts: 0,
  lastError: null,
  url: null,
  urlExpiresAt: null,
  updatedAt: NOON,
} as const;

const reserve = (fileId: string) =>
  ledger.admit({
    keyId: 'key_a',
    plan: PLAN,
    reservation: { fileId, environment: 'live', deadline: NOON + MINUTE_MS },
  });

/** A ledger that has a row in each table. */
async function fillLedger() {
  const [fileId, reservedId, jobId] = [newId('file'), newId('file'), newId('job')];
  await ledger.adjust({ plan: PLAN });
  await reserve(fileId);
  await ledger.commit(fileRecord({ fileId, copies: [COPY] }), PLAN);
  await reserve(reservedId);
  const job = { jobId, requestId: 'req_a', environment: 'live', deadline: NOON + MINUTE_MS } as const;
  await ledger.admit({ keyId: 'key_a', plan: PLAN, job });
  const { batchId } = await openBatch();
  return { fileId, reservedId, jobId, batchId };
}

async function openBatch(): Promise<TestBatch> {
  const batch = new TestBatch(workspaceId, ledger);
  await batch.open();
  return batch;
}

const WRONG = 'a customer wrote this';

/** Expects that the row is read, and is not read after the column has another value. */
function expectRefused(sql: SqlStorage, place: string, read: () => unknown): void {
  expect(read()).toBeTruthy();
  const [table, column] = place.split('.');
  sql.exec(`UPDATE ${table} SET ${column} = ?`, WRONG);
  expect(read).toThrow(`${place} has a value that it cannot have`);
  expect(read).not.toThrow(WRONG);
}

test('the ledger reads no row with a value that its column cannot have', async () => {
  const { fileId, reservedId, jobId, batchId } = await fillLedger();
  await runInDurableObject(stub, (_, { storage }) => {
    const { sql } = storage;
    const files = new FileIndex(sql, { copies: new CopyIndex(sql), uploads: new UploadedBytes(sql) });
    const findFile = () => files.find(fileId);
    const findJob = () => new JobStore(sql).find(jobId);
    const findBatch = () => new BatchList(sql).find(batchId);
    const readers: Readonly<Record<string, () => unknown>> = {
      'files.environment': findFile,
      'files.media_type': findFile,
      'files.method': findFile,
      'files.invoice_profile': findFile,
      'copies.provider': findFile,
      'copies.state': findFile,
      'jobs.state': findJob,
      'jobs.plan': findJob,
      'jobs.environment': findJob,
      'batches.state': findBatch,
      'batches.plan': findBatch,
      'batches.environment': findBatch,
      'reservations.environment': () => new ReservationStore(sql).find(reservedId),
      'usage_counts.environment': () => new UsageCounts(sql).over({ from: '2040-11-01', to: '2040-11-30' }),
      'plan.plan': () => new AccountStore(sql).plan(),
    };
    const KEPT = new Error('Each row stays as it was');
    for (const [place, read] of Object.entries(readers)) {
      const inTurn = () => {
        expectRefused(sql, place, read);
        throw KEPT;
      };
      expect(() => storage.transactionSync(inTurn)).toThrow(KEPT);
    }
  });
});

test('the desk of a batch reads no row with a state that cannot be', async () => {
  const batch = await openBatch();
  await batch.add(1);
  await runInDurableObject(batch.desk, (_, { storage: { sql } }) => {
    expectRefused(sql, 'rows.state', () => new RowStore(sql).find(0));
  });
});

test('the desk of a webhook reads no delivery with a state or an error that cannot be', async () => {
  const desk = env.WEBHOOK_DESK.getByName(newId('evt'));
  await runInDurableObject(desk, (_, { storage }) => {
    const deliveries = new DeliveryStore(storage);
    deliveries.add([{ id: 'evt_a', type: 'file.deleted', body: '{}', trace: null }], NOON);
    const find = () => deliveries.find('evt_a');
    storage.sql.exec('INSERT INTO attempts (event_id, number, started_at) VALUES (?, 1, ?)', 'evt_a', NOON);
    expectRefused(storage.sql, 'attempts.error', find);
    storage.sql.exec('UPDATE attempts SET error = NULL');
    expectRefused(storage.sql, 'deliveries.state', find);
  });
});
