import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../schema/ids.ts';
import { type Ledger, ledgerClient } from '../../../worker/ledger/client.ts';
import type { CopyRecord, CopyReport, CopyTask, FileRecord } from '../../../worker/ledger/protocol.ts';

// A day to come: the platform fires alarms by its own clock, which must not reach them during a test.
const NOON = Date.parse('2040-11-20T12:00:00Z');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const workspaces = { id: '' };
let stub: ReturnType<typeof env.LEDGER.getByName>;
let ledger: Ledger;
let handedOut: CopyTask[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  workspaces.id = newId('ws');
  stub = env.LEDGER.getByName(workspaces.id);
  ledger = ledgerClient(stub);
  handedOut = [];
  await observeQueue(async (messages) => {
    for (const { body } of messages) handedOut.push(body);
  });
});

afterEach(() => vi.useRealTimers());

/** Puts a queue in the ledger's environment that tells what it is given. */
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

/** As the worker keeps a file for which copies are due. */
async function keep(...copies: CopyRecord[]): Promise<FileRecord> {
  const fileId = newId('file');
  const file: FileRecord = {
    fileId,
    keyId: 'key_a',
    environment: 'live',
    filename: 'invoice.pdf',
    sizeBytes: 3,
    processingTimeMs: 20,
    template: null,
    linkToken: 'token',
    createdAt: Date.now(),
    expiresAt: Date.now() + 7 * DAY,
    copies,
  };
  await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation: reservationOf(fileId) });
  await ledger.commit(file, 'starter');
  return file;
}

const reservationOf = (fileId: string, more: object = {}) => ({
  fileId,
  environment: 'live' as const,
  deadline: Date.now() + 15 * SECOND,
  ...more,
});

const stored = (targetId: string): CopyReport => ({
  targetId,
  attempts: 1,
  outcome: 'stored',
  url: `https://store.dev/${targetId}?signature=x`,
  urlExpiresAt: NOON + DAY,
});

const failed = (targetId: string, attempts = 3, retryable = true): CopyReport => ({
  targetId,
  attempts,
  outcome: 'failed',
  error: 'NoSuchBucket: The specified bucket does not exist',
  retryable,
});

const copiesOf = async (fileId: string) => (await ledger.findFile(fileId))?.copies;

/** Rings the alarm each time it is due, until a copy is handed out. Tells how long that took. */
async function nextHandOut(): Promise<number> {
  const [before, startedAt] = [handedOut.length, Date.now()];
  while (handedOut.length === before) await ringAlarm();
  return Date.now() - startedAt;
}

/** Moves time to when the alarm is due, and rings it. */
async function ringAlarm(): Promise<void> {
  const due = await runInDurableObject(stub, (_, state) => state.storage.getAlarm());
  if (due === null) throw new Error('No alarm is due');
  vi.setSystemTime(Math.max(due, Date.now()));
  await runDurableObjectAlarm(stub);
}

describe('the copies of a file', () => {
  test('are booked with the file, in the order of the targets', async () => {
    const { fileId } = await keep(planned('tgt_b'), planned('tgt_a', 'supabase'));
    expect(await copiesOf(fileId)).toMatchObject([
      { targetId: 'tgt_b', state: 'pending', attempts: 0 },
      { targetId: 'tgt_a', provider: 'supabase', state: 'pending' },
    ]);
  });

  test('tell where they are stored, and what a store said that refused', async () => {
    const { fileId } = await keep(planned('tgt_a'), planned('tgt_b'));
    const file = await ledger.reportCopies(fileId, [stored('tgt_a'), failed('tgt_b')]);
    expect(file?.copies).toMatchObject([
      { state: 'stored', attempts: 1, url: 'https://store.dev/tgt_a?signature=x', lastError: null },
      { state: 'failed', attempts: 3, url: null, lastError: expect.stringContaining('NoSuchBucket') },
    ]);
    expect(await copiesOf(fileId)).toEqual(file?.copies);
  });

  test('stay stored, whatever a late report says', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await ledger.reportCopies(fileId, [stored('tgt_a')]);
    await ledger.reportCopies(fileId, [failed('tgt_a')]);
    expect(await copiesOf(fileId)).toMatchObject([{ state: 'stored', attempts: 1 }]);
  });

  test('are forgotten with the file', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await ledger.deleteFile(fileId);
    expect(await ledger.reportCopies(fileId, [stored('tgt_a')])).toBeNull();
    vi.setSystemTime(NOON + HOUR);
    await runDurableObjectAlarm(stub);
    expect(handedOut).toEqual([]);
  });
});

describe('a copy that failed', () => {
  test('is handed to the queue, with ids and nothing else', async () => {
    const { fileId } = await keep(planned('tgt_a'), planned('tgt_b'));
    await ledger.reportCopies(fileId, [stored('tgt_a'), failed('tgt_b')]);
    expect(await nextHandOut()).toBe(30 * SECOND);
    expect(handedOut).toEqual([{ workspaceId: workspaces.id, fileId, targetId: 'tgt_b' }]);
  });

  test('waits longer each time, up to an hour, and is given up after a day', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await ledger.reportCopies(fileId, [failed('tgt_a')]);
    const waits: number[] = [];
    while ((await copiesOf(fileId))?.[0]?.state === 'failed') {
      waits.push((await nextHandOut()) / SECOND);
      await ledger.reportCopies(fileId, [failed('tgt_a', 1)]);
    }
    expect(waits.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
    expect(Date.now() - NOON).toBeGreaterThan(22 * HOUR);
    expect(Date.now() - NOON).toBeLessThanOrEqual(DAY);
    expect(handedOut).toHaveLength(waits.length);
    expect(await copiesOf(fileId)).toMatchObject([{ state: 'abandoned', attempts: 3 + waits.length }]);
  });

  test('is asked after less often where somebody has to mend the store', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await ledger.reportCopies(fileId, [failed('tgt_a', 3, false)]);
    expect(await nextHandOut()).toBe(10 * MINUTE);
  });

  test('is not tried again where there is no hope', async () => {
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
    vi.setSystemTime(NOON + DAY);
    await runDurableObjectAlarm(stub);
    expect(handedOut).toEqual([]);
  });
});

describe('nothing is lost', () => {
  test('when the request crashes between the charge and the copies', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    expect(await nextHandOut()).toBe(MINUTE);
    expect(handedOut).toEqual([{ workspaceId: workspaces.id, fileId, targetId: 'tgt_a' }]);
  });

  test('when what the queue was given is never reported', async () => {
    const { fileId } = await keep(planned('tgt_a'));
    await nextHandOut();
    expect(await nextHandOut()).toBe(20 * MINUTE);
    expect(handedOut.map((task) => task.fileId)).toEqual([fileId, fileId]);
  });

  test('when the queue is away', async () => {
    await observeQueue(() => Promise.reject(new Error('The queue is away')));
    const { fileId } = await keep(planned('tgt_a'));
    await ringAlarm();
    await observeQueue(async (messages) => {
      for (const { body } of messages) handedOut.push(body);
    });
    expect(await nextHandOut()).toBe(30 * SECOND);
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
    ledger.admit({ keyId: 'key_a', plan: 'starter', reservation: reservationOf(fileId, claim) });

  test('waits for the copies of the first, and answers with them', async () => {
    const fileId = newId('file');
    await admit(fileId);
    await ledger.commit({ ...(await fileLike(fileId)), copies: [planned('tgt_a')] }, 'starter');
    const duplicates = Promise.all(Array.from({ length: 10 }, () => admit(newId('file'))));
    await ledger.reportCopies(fileId, [stored('tgt_a')]);
    for (const answer of await duplicates) {
      expect(answer).toMatchObject({
        outcome: 'replayed',
        file: { fileId, copies: [{ state: 'stored', url: 'https://store.dev/tgt_a?signature=x' }] },
      });
    }
  });

  test('does not wait for copies that nobody will report any more', async () => {
    const fileId = newId('file');
    await admit(fileId);
    await ledger.commit({ ...(await fileLike(fileId)), copies: [planned('tgt_a')] }, 'starter');
    vi.setSystemTime(NOON + 2 * MINUTE);
    expect(await admit(newId('file'))).toMatchObject({ file: { fileId, copies: [{ state: 'pending' }] } });
  });
});

async function fileLike(fileId: string): Promise<FileRecord> {
  return { ...(await keep()), fileId };
}

test('an admission tells whether the targets have changed', async () => {
  const version = async () => {
    const admission = await ledger.admit({
      keyId: 'key_a',
      plan: 'starter',
      reservation: reservationOf(newId('file')),
    });
    return admission.outcome === 'reserved' ? admission.targetsVersion : null;
  };
  expect(await version()).toBe(0);
  await ledger.noteChanged('targets');
  expect(await version()).toBe(1);
  await ledger.noteChanged('targets');
  expect(await version()).toBe(2);
});
