import { runInDurableObject } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { newId } from '../../../schema/ids.ts';
import { fileRecord } from '../support/file-record.ts';
import { openLedgerAtNoon } from '../support/ledger.ts';

test('statements', async () => {
  const { ledger, stub } = openLedgerAtNoon();
  const make = async () => {
    const fileId = newId('file');
    const reservation = { fileId, environment: 'live' as const, deadline: Date.now() + 60_000 };
    await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation });
    await ledger.commit(fileRecord({ fileId }), 'starter');
  };
  await make();
  await make();
  const seen: string[] = [];
  const proto = await runInDurableObject(stub, (_, { storage }) => Object.getPrototypeOf(storage.sql));
  const exec = proto.exec;
  proto.exec = function (...given: unknown[]) {
    seen.push(String(given[0]).replace(/\s+/g, ' ').trim().slice(0, 70));
    return exec.apply(this, given);
  };
  await make();
  proto.exec = exec;
  vi.useRealTimers();
  expect(seen).toEqual([]);
});
