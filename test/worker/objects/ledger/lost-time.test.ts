import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import type { ReleaseReason } from '../../../../worker/objects/ledger/protocol.ts';
import { refusalError } from '../../../../worker/objects/ledger/refusal-error.ts';
import { fileRecord } from '../../support/file-record.ts';
import { MINUTE_MS, NOON, openLedgerAtNoon, SECOND_MS } from '../../support/ledger.ts';

let ledger: Ledger;

beforeEach(() => {
  ({ ledger } = openLedgerAtNoon());
});

afterEach(() => vi.useRealTimers());

const reserve = (fileId = newId('file')) =>
  ledger.admit({
    keyId: 'key_a',
    plan: 'starter',
    reservation: { fileId, environment: 'live', deadline: Date.now() + 15 * SECOND_MS },
  });

/** A print that made no PDF. */
async function lose(pageMs: number, errorCode: ReleaseReason['errorCode'] = 'REQUEST_TIMEOUT') {
  const fileId = newId('file');
  await reserve(fileId);
  await ledger.release(fileId, { errorCode, pageMs });
  return fileId;
}

/** Returns whether a second print is refused while one runs. */
async function isLimited(): Promise<boolean> {
  const running = newId('file');
  expect(await reserve(running)).toMatchObject({ outcome: 'reserved' });
  const { outcome } = await reserve();
  await ledger.commit(fileRecord({ fileId: running }), 'starter');
  return outcome === 'refused';
}

test('after three prints that ran into their limit, a second print at the same time is refused, with the reason and the end', async () => {
  for (let print = 0; print < 3; print += 1) await lose(15 * SECOND_MS);
  const running = newId('file');
  expect(await reserve(running)).toMatchObject({ outcome: 'reserved' });
  const refused = await reserve();
  expect(refused).toMatchObject({
    outcome: 'refused',
    refusal: 'PRINTS_LIMITED',
    retryAfterSeconds: 15,
    until: NOON + 5 * MINUTE_MS,
  });
  if (refused.outcome !== 'refused') throw new Error('not refused');
  const { code, message, retryAfterSeconds } = refusalError(refused);
  expect({ code, retryAfterSeconds }).toEqual({ code: 'PRINTS_LIMITED', retryAfterSeconds: 15 });
  expect(message).toContain('ran into their time limit');
  expect(message).toContain('Until 2040-11-20T12:05:00.000Z, the workspace prints one PDF at a time.');

  await ledger.commit(fileRecord({ fileId: running }), 'starter');
  expect(await reserve()).toMatchObject({ outcome: 'reserved' });
});

test('the limit ends five minutes after the prints, and costs no credit', async () => {
  for (let print = 0; print < 3; print += 1) await lose(15 * SECOND_MS);
  expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 0 });
  vi.setSystemTime(NOON + 5 * MINUTE_MS);
  await Promise.all(
    [reserve(), reserve()].map(async (admission) =>
      expect(await admission).toMatchObject({ outcome: 'reserved' }),
    ),
  );
});

test('prints whose clients hang up before their time limit count too, and are no errors', async () => {
  for (let print = 0; print < 7; print += 1) await lose(4.9 * SECOND_MS, null);
  expect(await isLimited()).toBe(true);
  const day = '2040-11-20';
  expect((await ledger.requestStatistics({ from: day, to: day })).errors).toEqual([
    { code: 'PRINTS_LIMITED', count: 1 },
  ]);
});

test('a release that is repeated counts once', async () => {
  const fileId = await lose(120 * SECOND_MS);
  for (let call = 0; call < 5; call += 1) {
    await ledger.release(fileId, { errorCode: 'REQUEST_TIMEOUT', pageMs: 120 * SECOND_MS });
  }
  expect(await isLimited()).toBe(false);
});

test('a duplicate by idempotency key is not a second print', async () => {
  for (let print = 0; print < 3; print += 1) await lose(15 * SECOND_MS);
  const idempotency = { key: 'order-1', bodyHash: 'hash' };
  const deadline = Date.now() + 15 * SECOND_MS;
  const send = (fileId: string) =>
    ledger.admit({
      keyId: 'key_a',
      plan: 'starter',
      reservation: { fileId, environment: 'live', deadline, idempotency },
    });
  const first = newId('file');
  await send(first);
  const duplicate = send(newId('file'));
  await ledger.commit(fileRecord({ fileId: first }), 'starter');
  expect(await duplicate).toMatchObject({ outcome: 'replayed' });
});

test.each([
  ['three uploads that succeed count too', [1, 1, 1], true],
  ['each upload counts once', [2, 1], false],
] as const)('%s', async (_, uploads, expected) => {
  for (const commits of uploads) {
    const fileId = newId('file');
    await reserve(fileId);
    for (let commit = 0; commit < commits; commit += 1)
      await ledger.commit(fileRecord({ fileId }), 'starter', [], 15 * SECOND_MS);
  }
  expect(await isLimited()).toBe(expected);
});

describe('previews', () => {
  const begin = (previewId: string) =>
    ledger.beginPreview({ previewId, deadline: Date.now() + 15 * SECOND_MS });

  async function losePreviews(count: number): Promise<void> {
    for (let preview = 0; preview < count; preview += 1) {
      const previewId = newId('prv');
      await begin(previewId);
      await ledger.endPreview(previewId, 15 * SECOND_MS);
    }
  }

  test('that used pages for long and made no PDF are printed one at a time for a while', async () => {
    await losePreviews(3);
    const running = newId('prv');
    expect(await begin(running)).toBeNull();
    expect(await begin(newId('prv'))).toEqual({
      refusal: 'PRINTS_LIMITED',
      retryAfterSeconds: 15,
      until: NOON + 5 * MINUTE_MS,
    });
    await ledger.endPreview(running, 0);
    expect(await begin(newId('prv'))).toBeNull();
  });

  test('limit no print of the API', async () => {
    await losePreviews(3);
    await begin(newId('prv'));
    expect(await isLimited()).toBe(false);
  });

  test('are not limited by prints of the API', async () => {
    for (let print = 0; print < 3; print += 1) await lose(15 * SECOND_MS);
    expect(await begin(newId('prv'))).toBeNull();
    expect(await begin(newId('prv'))).toBeNull();
  });

  test('whose isolate ended are running until their deadline', async () => {
    await losePreviews(3);
    await begin(newId('prv'));
    expect(await begin(newId('prv'))).toMatchObject({ refusal: 'PRINTS_LIMITED' });
    vi.setSystemTime(NOON + 15 * SECOND_MS);
    expect(await begin(newId('prv'))).toBeNull();
  });

  test('of a closed workspace are refused', async () => {
    await ledger.close();
    expect(await begin(newId('prv'))).toEqual({ refusal: 'WORKSPACE_NOT_FOUND' });
  });
});
