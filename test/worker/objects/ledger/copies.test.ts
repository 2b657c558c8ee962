import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import type {
  CopyRecord,
  CopyReport,
  CopyTask,
  FileRecord,
} from '../../../../worker/objects/ledger/protocol.ts';
import { fileRecord } from '../../support/file-record.ts';
import {
  DAY_MS,
  HOUR_MS,
  type LedgerStub,
  MINUTE_MS,
  NOON,
  openLedgerAtNoon,
  SECOND_MS,
} from '../../support/ledger.ts';

let workspaceId: string;
let stub: LedgerStub;
let ledger: Ledger;
let handedOut: CopyTask[];

beforeEach(async () => {
  ({ workspaceId, stub, ledger } = openLedgerAtNoon());
  handedOut = [];
  await observeQueue(async (messages) => {
    for (const { body } of messages) handedOut.push(body);
  });
});

afterEach(() => vi.useRealTimers());

/** Replaces the queue in the ledger's environment. */
const observeQueue = (sendBatch: (messages: { body: CopyTask }[]) => Promise<void>) =>
  runInDurableObject(stub, (instance) => {
    Object.assign(instance, { env: { ...env, COPIES: { sendBatch } } });
  });

const planned = (targetId: string, provider: 's3' | 'supabase' = 's3'): CopyRecord => ({
  targetId,
  provider,
  name: `the ${targetId}`,
  key: `2040/11/${targetId}.pdf`,
  state: 'pending',
  attempts: 0,
  lastError: null,
  url: null,
  urlExpiresAt: null,
  updatedAt: NOON,
});

/** Reserves and commits a file with pending copies, like the Worker. */
async function keep(...copies: CopyRecord[]): Promise<FileRecord> {
  const file = fileRecord({ copies });
  await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation: reservation(file.fileId) });
  await ledger.commit(file, 'starter');
  return file;
}

const reservation = (fileId: string, more: object = {}) => ({
  fileId,
  environment: 'live' as const,
  deadline: Date.now() + 15 * SECOND_MS,
  ...more,
});

const stored = (targetId: string): CopyReport => ({
  targetId,
  attempts: 1,
  outcome: 'stored',
  url: `https://store.dev/${targetId}?signature=x`,
  urlExpiresAt: NOON + DAY_MS,
});

const failed = (targetId: string, attempts = 3, retryable = true): CopyReport => ({
  targetId,
  attempts,
  outcome: 'failed',
  error: 'NoSuchBucket: The specified bucket does not exist',
  retryable,
});

const copiesOf = async (fileId: string) => (await ledger.findFile(fileId))?.copies;

/** Runs each alarm when it is due, until a copy is handed to the queue. Returns the elapsed milliseconds. */
async function nextHandOut(): Promise<number> {
  const [before, startedAt] = [handedOut.length, Date.now()];
  while (handedOut.length === before) await ringAlarm();
  return Date.now() - startedAt;
}

/** Moves the clock to the due time of the alarm and runs it. */
async function ringAlarm(): Promise<void> {
  const due = await runInDurableObject(stub, (_, state) => state.storage.getAlarm());
  if (due === null) throw new Error('No alarm is due');
  vi.setSystemTime(Math.max(due, Date.now()));
  await runDurableObjectAlarm(stub);
}

describe('the copies of a file', () => {
  test('are recorded with the file, in the order of the targets', async () => {
    const { fileId } = await keep(planned('tgt_b'), planned('tgt_a', 'supabase'));
    expect(await copiesOf(fileId)).toMatchObject([
      { targetId: 'tgt_b', state: 'pending', attempts: 0 },
      { targetId: 'tgt_a', provider: 'supabase', state: 'pending' },
    ]);
  });

  test("have their URL, or the store's error message", async () => {
    const { fileId } = await keep(planned('tgt_a'), planned('tgt_b'));
    const file = await ledger.reportCopies(fileId, [stored('tgt_a'), failed('tgt_b')]);
    expect(file?.copies).toMatchObject([
      { state: 'stored', attempts: 1, url: 'https://store.dev/tgt_a?signature=x', lastError: null },
      { state: 'failed', attempts: 3, url: null, lastError: expect.stringContaining('NoSuchBucket') },
    ]);
    expect(await copiesOf(fileId)).toEqual(file?.copies);
  });

  test('stay stored if a late report says otherwise', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await ledger.reportCopies(fileId, [stored('tgt_a')]);
    await ledger.reportCopies(fileId, [failed('tgt_a')]);
    expect(await copiesOf(fileId)).toMatchObject([{ state: 'stored', attempts: 1 }]);
  });

  test('are deleted with the file', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await ledger.deleteFile(fileId);
    expect(await ledger.reportCopies(fileId, [stored('tgt_a')])).toBeNull();
    vi.setSystemTime(NOON + HOUR_MS);
    await runDurableObjectAlarm(stub);
    expect(handedOut).toEqual([]);
  });
});

describe('a copy that failed', () => {
  test('is handed to the queue as ids only', async () => {
    const { fileId } = await keep(planned('tgt_a'), planned('tgt_b'));
    await ledger.reportCopies(fileId, [stored('tgt_a'), failed('tgt_b')]);
    expect(await nextHandOut()).toBe(30 * SECOND_MS);
    expect(handedOut).toEqual([{ workspaceId, fileId, targetId: 'tgt_b' }]);
  });

  test('is not retried after a permanent failure', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    const hopeless = {
      targetId: 'tgt_a',
      attempts: 0,
      outcome: 'hopeless',
      error: 'The target was removed.',
    } as const;
    await ledger.reportCopies(fileId, [hopeless]);
    expect(await copiesOf(fileId)).toMatchObject([
      { state: 'abandoned', lastError: 'The target was removed.' },
    ]);
    vi.setSystemTime(NOON + DAY_MS);
    await runDurableObjectAlarm(stub);
    expect(handedOut).toEqual([]);
  });
});

describe('no copy is lost', () => {
  test('when the request crashes between the charge and the copies', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    expect(await nextHandOut()).toBe(MINUTE_MS);
    expect(handedOut).toEqual([{ workspaceId, fileId, targetId: 'tgt_a' }]);
  });

  test('when the queue never reports a copy', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await nextHandOut();
    expect(await nextHandOut()).toBe(20 * MINUTE_MS);
    expect(handedOut.map((task) => task.fileId)).toEqual([fileId, fileId]);
  });

  test('when the queue is unavailable', async () => {
    await observeQueue(() => Promise.reject(new Error('The queue is away')));
    const { fileId } = await keep(planned('tgt_a'));
    await ringAlarm();
    await observeQueue(async (messages) => {
      for (const { body } of messages) handedOut.push(body);
    });
    expect(await nextHandOut()).toBe(30 * SECOND_MS);
    expect(handedOut.map((task) => task.fileId)).toEqual([fileId]);
  });

  test('when more copies are due than a queue takes in one call', async () => {
    const sizes: number[] = [];
    await observeQueue(async (messages) => {
      sizes.push(messages.length);
    });
    await keep(...Array.from({ length: 250 }, (_, number) => planned(`tgt_${number}`)));
    await ringAlarm();
    expect(sizes).toEqual([100, 100, 50]);
  });
});

describe('a duplicate by its idempotency key', () => {
  const claim = { idempotency: { key: 'order-1', bodyHash: 'hash' } };
  const admit = (fileId: string) =>
    ledger.admit({ keyId: 'key_a', plan: 'starter', reservation: reservation(fileId, claim) });

  test('waits for the copies of the first, and answers with them', async () => {
    const fileId = newId('file');
    await admit(fileId);
    await ledger.commit(fileRecord({ fileId, copies: [planned('tgt_a')] }), 'starter');
    const duplicates = Promise.all(Array.from({ length: 10 }, () => admit(newId('file'))));
    await ledger.reportCopies(fileId, [stored('tgt_a')]);
    for (const answer of await duplicates) {
      expect(answer).toMatchObject({
        outcome: 'replayed',
        file: { fileId, copies: [{ state: 'stored', url: 'https://store.dev/tgt_a?signature=x' }] },
      });
    }
  });

  test('does not wait for copies whose request has ended', async () => {
    const fileId = newId('file');
    await admit(fileId);
    await ledger.commit(fileRecord({ fileId, copies: [planned('tgt_a')] }), 'starter');
    vi.setSystemTime(NOON + 2 * MINUTE_MS);
    expect(await admit(newId('file'))).toMatchObject({ file: { fileId, copies: [{ state: 'pending' }] } });
  });
});

test('an admission returns the version of the targets', async () => {
  const version = async () => {
    const admission = await ledger.admit({
      keyId: 'key_a',
      plan: 'starter',
      reservation: reservation(newId('file')),
    });
    return admission.outcome === 'reserved' ? admission.targetsVersion : null;
  };
  expect(await version()).toBe(0);
  await ledger.noteChanged('targets');
  expect(await version()).toBe(1);
  await ledger.noteChanged('targets');
  expect(await version()).toBe(2);
});
