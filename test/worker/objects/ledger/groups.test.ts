import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import { pdfKey } from '../../../../worker/adapters/r2/keys.ts';
import { fileRecord } from '../../support/file-record.ts';
import { type LedgerStub, MINUTE_MS, NOON, openLedgerAtNoon, SECOND_MS } from '../../support/ledger.ts';

let stub: LedgerStub;
let ledger: Ledger;

beforeEach(() => {
  ({ stub, ledger } = openLedgerAtNoon());
});

afterEach(() => vi.useRealTimers());

const idempotency = { key: 'split-1', bodyHash: 'hash' };

const reserve = (fileId: string) => {
  const deadline = Date.now() + 15 * SECOND_MS;
  const reservation = { fileId, environment: 'live' as const, deadline, idempotency };
  return ledger.admit({ keyId: 'key_a', plan: 'free', reservation });
};

const grow = (leadId: string, fileIds: readonly string[], scratchIds: readonly string[] = []) =>
  ledger.growReservation({ leadId, fileIds, scratchIds }, 'free');

const excerptsOf = (fileIds: readonly string[]) =>
  fileIds.map((fileId, index) => ({ file: fileRecord({ fileId }), pages: String(index + 1) }));

const stored = async (fileId: string) => (await env.FILES.head(pdfKey(fileId))) !== null;

const newIds = (count: number) => Array.from({ length: count }, () => newId('file'));

test('grows by all files or by none', async () => {
  await ledger.adjust({ quotaUsed: 97 });
  const [lead = '', ...others] = newIds(4);
  await reserve(lead);
  expect(await grow(lead, others)).toMatchObject({ refusal: 'NO_CREDITS_AVAILABLE' });
  expect(await grow(lead, others.slice(0, 2))).toBeNull();
  // The answer was lost.
  expect(await grow(lead, others.slice(0, 2))).toBeNull();
  const [next = ''] = newIds(1);
  const deadline = Date.now() + 15 * SECOND_MS;
  const reservation = { fileId: next, environment: 'live' as const, deadline };
  const refused = await ledger.admit({ keyId: 'key_a', plan: 'free', reservation });
  expect(refused).toMatchObject({ refusal: 'NO_CREDITS_AVAILABLE' });
});

test('holds no credit while its files are not counted, and then takes those of all', async () => {
  await ledger.adjust({ quotaUsed: 98 });
  const [split = '', other = '', single = '', late = ''] = newIds(4);
  const admit = (fileId: string, creditsLater = false) => {
    const deadline = Date.now() + 15 * SECOND_MS;
    const reservation = { fileId, environment: 'live' as const, deadline, creditsLater };
    return ledger.admit({ keyId: 'key_a', plan: 'free', reservation });
  };
  expect(await admit(split, true)).toMatchObject({ outcome: 'reserved' });
  expect(await admit(single)).toMatchObject({ outcome: 'reserved' });
  expect(await grow(split, [split, other])).toMatchObject({ refusal: 'NO_CREDITS_AVAILABLE' });
  expect(await admit(late)).toMatchObject({ outcome: 'reserved' });
  await ledger.release(late, { errorCode: 'REQUEST_TIMEOUT', pageMs: 0 });
  for (let call = 0; call < 2; call += 1) expect(await grow(split, [split])).toBeNull();
  expect(await admit(newId('file'))).toMatchObject({ refusal: 'NO_CREDITS_AVAILABLE' });
  const file = fileRecord({ fileId: split });
  expect(await ledger.commit(file, 'free', [{ file, pages: '1' }])).toMatchObject({
    outcome: 'committed',
    usage: { quotaUsed: 99 },
  });
});

test('is committed once, with a credit for each file, and replayed with all of them', async () => {
  const fileIds = newIds(3);
  const [lead = ''] = fileIds;
  const excerpts = excerptsOf(fileIds);
  await reserve(lead);
  await grow(lead, fileIds.slice(1));
  const first = excerpts[0]?.file ?? fileRecord();
  for (let call = 0; call < 2; call += 1) {
    const settled = await ledger.commit(first, 'free', excerpts);
    expect(settled).toMatchObject({ outcome: 'committed', usage: { quotaUsed: 3 } });
  }
  const replayed = await reserve(newId('file'));
  expect(replayed).toMatchObject({ outcome: 'replayed', file: { fileId: lead } });
  expect('excerpts' in replayed && replayed.excerpts.map(({ file, pages }) => [file.fileId, pages])).toEqual(
    fileIds.map((fileId, index) => [fileId, String(index + 1)]),
  );
  await ledger.deleteFile(fileIds[2] ?? '');
  expect(await reserve(newId('file'))).toMatchObject({ outcome: 'reserved' });
});

test('is not committed if a reservation of it was released', async () => {
  const fileIds = newIds(2);
  const [lead = '', other = ''] = fileIds;
  await reserve(lead);
  await grow(lead, [other]);
  await ledger.release(lead, { errorCode: 'REQUEST_TIMEOUT', pageMs: 0 });
  const excerpts = excerptsOf(fileIds);
  expect(await ledger.commit(excerpts[0]?.file ?? fileRecord(), 'free', excerpts)).toEqual({
    outcome: 'reclaimed',
  });
  expect(await ledger.account('free')).toMatchObject({ quotaUsed: 0 });
  expect(await grow(lead, newIds(1))).toMatchObject({ refusal: 'REQUEST_TIMEOUT' });
});

test('of a request that died is swept: files and scratch objects are deleted', async () => {
  const [lead = '', file = '', scratch = ''] = newIds(3);
  await reserve(lead);
  await grow(lead, [file]);
  await grow(lead, [], [scratch]);
  for (const id of [lead, file, scratch]) await env.FILES.put(pdfKey(id), 'pdf');
  vi.setSystemTime(NOON + 2 * MINUTE_MS);
  await runDurableObjectAlarm(stub);
  expect(await Promise.all([lead, file, scratch].map(stored))).toEqual([false, false, false]);
  expect(await ledger.account('free')).toMatchObject({ quotaUsed: 0 });
});

test('that is committed keeps its files, and its scratch objects are deleted', async () => {
  const [lead = '', scratch = ''] = newIds(2);
  await reserve(lead);
  await grow(lead, [], [scratch]);
  for (const id of [lead, scratch]) await env.FILES.put(pdfKey(id), 'pdf');
  // It is kept longer than the alarm is away.
  const file = fileRecord({ fileId: lead, expiresAt: NOON + 60 * MINUTE_MS });
  expect(await ledger.commit(file, 'free')).toMatchObject({ usage: { quotaUsed: 1 } });
  vi.setSystemTime(NOON + 5 * MINUTE_MS);
  await runDurableObjectAlarm(stub);
  expect(await Promise.all([lead, scratch].map(stored))).toEqual([true, false]);
});
