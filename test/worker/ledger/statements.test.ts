import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '../../../schema/ids.ts';
import { fileRecord } from '../support/file-record.ts';
import { MINUTE_MS, openLedgerAtNoon } from '../support/ledger.ts';
import { migrate } from '../support/service.ts';

beforeAll(migrate);
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Statements are the largest part of what a ledger takes of the CPU. */
test('a file takes nine statements, from its admission to its commit', async () => {
  const { ledger, stub } = openLedgerAtNoon();
  const make = async () => {
    const fileId = newId('file');
    const reservation = { fileId, environment: 'live' as const, deadline: Date.now() + MINUTE_MS };
    await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation });
    await ledger.commit(fileRecord({ fileId }), 'starter');
  };
  // The first one reads what the ledger then knows.
  await make();
  const exec = await runInDurableObject(stub, (_, { storage }) =>
    vi.spyOn(Object.getPrototypeOf(storage.sql) as SqlStorage, 'exec'),
  );
  await make();
  const written = exec.mock.calls.map(([statement]) => /(?:INTO|FROM) (\w+)/.exec(statement)?.[1]);
  expect(written).toEqual([
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
