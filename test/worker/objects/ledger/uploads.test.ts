import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import { fileRecord } from '../../support/file-record.ts';
import { openLedgerAtNoon, SECOND_MS } from '../../support/ledger.ts';

const MB = 1_000_000;

let ledger: Ledger;

beforeEach(() => {
  ({ ledger } = openLedgerAtNoon());
});

afterEach(() => vi.useRealTimers());

const reserve = (fileId: string) =>
  ledger.admit({
    keyId: 'key_a',
    plan: 'free',
    reservation: { fileId, environment: 'live', deadline: Date.now() + 15 * SECOND_MS, isUpload: true },
  });

async function upload(sizeBytes: number): Promise<string> {
  const fileId = newId('file');
  expect(await reserve(fileId)).toMatchObject({ outcome: 'reserved' });
  await ledger.commit(fileRecord({ fileId, sizeBytes, method: 'upload' }), 'free');
  return fileId;
}

test('an upload spends no credit, also without one', async () => {
  await ledger.adjust({ quotaUsed: 100, credits: 0 });
  await upload(1_000);
  expect(await ledger.account('free')).toMatchObject({ quotaUsed: 100, remaining: 0 });
});

test('uploaded files have a limit of bytes together, and deleting one makes room', async () => {
  const first = await upload(60 * MB);
  await upload(40 * MB);
  expect(await reserve(newId('file'))).toMatchObject({ outcome: 'refused', refusal: 'UPLOAD_LIMIT_REACHED' });
  expect(await ledger.deleteFile(first)).toBe(true);
  expect(await reserve(newId('file'))).toMatchObject({ outcome: 'reserved' });
});
