import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import { fileRecord } from '../../support/file-record.ts';
import { type LedgerStub, MINUTE_MS, openLedgerAtNoon } from '../../support/ledger.ts';
import { migrate } from '../../support/service.ts';

beforeAll(migrate);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function make(ledger: Ledger): Promise<void> {
  const fileId = newId('file');
  const reservation = { fileId, environment: 'live' as const, deadline: Date.now() + MINUTE_MS };
  await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation });
  await ledger.commit(fileRecord({ fileId }), 'starter');
}

/** The statements of all ledgers from now on. */
async function recordStatements(stub: LedgerStub): Promise<() => string[]> {
  const exec = await runInDurableObject(stub, (_, { storage }) =>
    vi.spyOn(Object.getPrototypeOf(storage.sql) as SqlStorage, 'exec'),
  );
  return () => exec.mock.calls.map(([statement]) => statement);
}

const tableOf = (statement: string) => /(?:INTO|FROM) (\w+)/.exec(statement)?.[1];
const makesTables = (statement: string) => statement.includes('CREATE TABLE');

/** Statements are the largest part of what a ledger takes of the CPU. */
test('a file takes nine statements, from its admission to its commit', async () => {
  const { ledger, stub } = openLedgerAtNoon();
  // The first one reads what the ledger then knows.
  await make(ledger);
  const statements = await recordStatements(stub);
  await make(ledger);
  expect(statements().map(tableOf)).toEqual([
    'request_counts',
    'rate_window',
    'key_use',
    'reservations',
    'reservations',
    'files',
    'account',
    'usage_counts',
    'processing_times',
  ]);
});

test('a ledger that wakes makes no tables: it takes seven statements more, which read what it then knows', async () => {
  const { ledger, stub } = openLedgerAtNoon();
  await make(ledger);
  const statements = await recordStatements(stub);
  await make(ledger);
  const awake = statements().length;
  await evictDurableObject(stub);
  await make(ledger);
  const woken = statements().slice(awake);
  expect(woken).toHaveLength(awake + 7);
  expect(woken.filter((statement) => /^\s*SELECT /.test(statement)).map(tableOf)).toEqual([
    'service_report',
    // All tables with one row.
    undefined,
    'reservations',
    'revoked_keys',
    'lost_time',
    'webhooks_noted',
    'outbox',
  ]);
});

test.each([
  ['by a version with other tables', (storage: DurableObjectStorage) => storage.kv.put('schema', 'other')],
  ['before tables had a version', (storage: DurableObjectStorage) => storage.kv.delete('schema')],
])('a ledger that was made %s gets all tables and columns, once', async (_, makeOlder) => {
  const { ledger, stub } = openLedgerAtNoon();
  await make(ledger);
  await runInDurableObject(stub, (__, { storage }) => {
    storage.sql.exec('DROP TABLE previews');
    storage.sql.exec('ALTER TABLE files DROP COLUMN method');
    makeOlder(storage);
  });
  const statements = await recordStatements(stub);
  await evictDurableObject(stub);
  await make(ledger);
  expect((await ledger.listFiles({ limit: 10 })).files).toHaveLength(2);
  const preview = { previewId: newId('req'), deadline: Date.now() + MINUTE_MS };
  expect(await stub.beginPreview(preview)).toBeNull();
  const before = statements().filter(makesTables).length;
  expect(before).toBeGreaterThan(0);

  await evictDurableObject(stub);
  await make(ledger);
  expect(statements().filter(makesTables)).toHaveLength(before);
});
