import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Environment } from '../../../../schema/permissions.ts';
import { PLANS } from '../../../../schema/plans.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import type { AdmissionRequest } from '../../../../worker/objects/ledger/admission/admission-protocol.ts';
import { pdfKey } from '../../../../worker/adapters/r2/keys.ts';
import { fileRecord } from '../../support/file-record.ts';
import {
  DAY_MS,
  type LedgerStub,
  makeOlder,
  MINUTE_MS,
  NOON,
  openLedgerAtNoon,
  SECOND_MS,
} from '../../support/ledger.ts';

let stub: LedgerStub;
let ledger: Ledger;

beforeEach(() => {
  ({ stub, ledger } = openLedgerAtNoon());
});

afterEach(() => vi.useRealTimers());

const reservation = (fileId: string, environment: Environment = 'live') => ({
  fileId,
  environment,
  deadline: Date.now() + 15 * SECOND_MS,
});

const reserve = (fileId: string, more: Partial<AdmissionRequest['reservation']> = {}) =>
  ledger.admit({ keyId: 'key_a', plan: 'starter', reservation: { ...reservation(fileId), ...more } });

/** Reserves, stores and commits a file, like the Worker. */
async function keep(fileId: string) {
  await reserve(fileId);
  await env.FILES.put(pdfKey(fileId), 'pdf');
  return ledger.commit(fileRecord({ fileId }), 'starter');
}

const stored = async (fileId: string) => (await env.FILES.head(pdfKey(fileId))) !== null;

const count = () => ledger.admit({ keyId: 'key_a', plan: 'free' });

const claim = (bodyHash = 'hash') => ({ idempotency: { key: 'order-1', bodyHash } });

const nextAlarm = () => runInDurableObject(stub, (_, state) => state.storage.getAlarm());

/** Runs the alarm now. The platform fires it by its own clock, which the tests do not move. */
const runAlarm = () => runDurableObjectAlarm(stub);

describe('the rate window', () => {
  test('lets exactly the limit through when 200 requests come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, count));
    expect(answers.filter(({ outcome }) => outcome === 'counted')).toHaveLength(60);
    expect(answers.at(-1)).toMatchObject({
      refusal: 'RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: 60,
      rate: { limit: 60, remaining: 0, resetAt: NOON / 1000 + 60 },
    });
    vi.setSystemTime(NOON + 60 * SECOND_MS);
    expect(await count()).toMatchObject({ outcome: 'counted', rate: { remaining: 59 } });
  });
});

describe('credits', () => {
  test('are spent by a commit, not by a reservation', async () => {
    const fileId = newId('file');
    expect(await reserve(fileId)).toMatchObject({ outcome: 'reserved' });
    expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 0, remaining: 2_500 });
    expect(await ledger.commit(fileRecord({ fileId }), 'starter')).toEqual({
      outcome: 'committed',
      usage: { remaining: 2_499, quotaUsed: 1, quotaLimit: 2_500 },
    });
  });

  test('let exactly as many parallel requests through as are left', async () => {
    await ledger.adjust({ quotaUsed: PLANS.starter.monthlyCredits - 10 });
    const answers = await Promise.all(Array.from({ length: 64 }, () => reserve(newId('file'))));
    expect(answers.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(10);
    expect(
      answers.filter((a) => a.outcome === 'refused' && a.refusal === 'NO_CREDITS_AVAILABLE'),
    ).toHaveLength(54);
  });

  test('that were bought are spent after the quota, and remain in the next month', async () => {
    await ledger.adjust({ quotaUsed: 2_500, credits: 2 });
    await keep(newId('file'));
    expect(await reserve(newId('file'))).toMatchObject({ outcome: 'reserved' });
    expect(await reserve(newId('file'))).toMatchObject({
      refusal: 'NO_CREDITS_AVAILABLE',
      retryAfterSeconds: (Date.parse('2040-12-01T00:00:00Z') - NOON) / 1000,
    });
    vi.setSystemTime(Date.parse('2040-12-01T00:00:00Z'));
    expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 0, credits: 1 });
  });

  test('are neither needed nor spent by test keys', async () => {
    await ledger.adjust({ quotaUsed: 2_500 });
    const fileId = newId('file');
    expect(await reserve(fileId, { environment: 'test' })).toMatchObject({ outcome: 'reserved' });
    await ledger.commit(fileRecord({ fileId: fileId, environment: 'test' }), 'starter');
    expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 2_500 });
  });

  test('are returned by a release, and a later commit is refused', async () => {
    await ledger.adjust({ quotaUsed: 2_499 });
    const fileId = newId('file');
    await reserve(fileId);
    expect(await reserve(newId('file'))).toMatchObject({ refusal: 'NO_CREDITS_AVAILABLE' });
    expect(await ledger.release(fileId, { errorCode: 'PDF_GENERATION_FAILED', pageMs: 0 })).toBe('released');
    expect(await ledger.commit(fileRecord({ fileId }), 'starter')).toEqual({ outcome: 'reclaimed' });
    expect(await reserve(newId('file'))).toMatchObject({ outcome: 'reserved' });
  });

  test('are spent once however often a commit is repeated', async () => {
    const fileId = newId('file');
    await keep(fileId);
    expect(await ledger.commit(fileRecord({ fileId }), 'starter')).toMatchObject({ usage: { quotaUsed: 1 } });
    expect(await ledger.release(fileId, { errorCode: 'PDF_GENERATION_FAILED', pageMs: 0 })).toBe('committed');
    expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 1 });
  });
});

describe('a reservation without commit or release', () => {
  test('is reclaimed with its object within five minutes, and charges nothing', async () => {
    const fileId = newId('file');
    await reserve(fileId);
    await env.FILES.put(pdfKey(fileId), 'pdf');
    vi.setSystemTime(NOON + 5 * MINUTE_MS);
    await runAlarm();
    expect(await stored(fileId)).toBe(false);
    expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 0, remaining: 2_500 });
    expect(await ledger.commit(fileRecord({ fileId }), 'starter')).toEqual({ outcome: 'reclaimed' });
  });

  test('is kept while its request may still run', async () => {
    const fileId = newId('file');
    await reserve(fileId);
    await env.FILES.put(pdfKey(fileId), 'pdf');
    vi.setSystemTime(NOON + 15 * SECOND_MS);
    await runAlarm();
    expect(await stored(fileId)).toBe(true);
    expect(await ledger.commit(fileRecord({ fileId }), 'starter')).toMatchObject({ outcome: 'committed' });
  });

  test('has its object deleted a second time, because a write may arrive after the first', async () => {
    const fileId = newId('file');
    await reserve(fileId);
    vi.setSystemTime(NOON + 2 * MINUTE_MS);
    await runAlarm();
    await env.FILES.put(pdfKey(fileId), 'a late write');
    vi.setSystemTime(NOON + 5 * MINUTE_MS);
    await runAlarm();
    expect(await stored(fileId)).toBe(false);
  });
});

describe('retention', () => {
  test('ends by alarm: the object and its record are deleted, the charge stays', async () => {
    const fileId = newId('file');
    await keep(fileId);
    vi.setSystemTime(NOON + 7 * DAY_MS - SECOND_MS);
    await runAlarm();
    expect(await stored(fileId)).toBe(true);
    vi.setSystemTime(NOON + 7 * DAY_MS);
    await runAlarm();
    expect(await stored(fileId)).toBe(false);
    expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 1 });
  });

  test('sets the alarm to the earliest due time', async () => {
    const fileId = newId('file');
    await reserve(fileId);
    expect(await nextAlarm()).toBe(NOON + 75 * SECOND_MS);
    await ledger.commit(fileRecord({ fileId }), 'starter');
    vi.setSystemTime(NOON + 75 * SECOND_MS);
    await runAlarm();
    expect(await nextAlarm()).toBe(NOON + 7 * DAY_MS);
  });
});

describe('an idempotency key', () => {
  test('answers with the file of the first request, and spends nothing', async () => {
    const fileId = newId('file');
    await reserve(fileId, claim());
    await ledger.commit(fileRecord({ fileId }), 'starter');
    expect(await reserve(newId('file'), claim())).toMatchObject({
      outcome: 'replayed',
      file: { fileId },
      usage: { quotaUsed: 1 },
    });
  });

  test('is refused with another body', async () => {
    await reserve(newId('file'), claim('one'));
    expect(await reserve(newId('file'), claim('other'))).toMatchObject({ refusal: 'IDEMPOTENCY_CONFLICT' });
  });

  test('makes parallel duplicates wait for the first, and share its file', async () => {
    const fileId = newId('file');
    await reserve(fileId, claim());
    const duplicates = Promise.all(Array.from({ length: 5 }, () => reserve(newId('file'), claim())));
    await ledger.commit(fileRecord({ fileId }), 'starter');
    for (const duplicate of await duplicates) expect(duplicate).toMatchObject({ file: { fileId } });
  });

  test('can be used again when the first request failed: exactly one waiting request continues', async () => {
    const first = newId('file');
    await reserve(first, claim());
    const [second, third] = [newId('file'), newId('file')];
    const waiting = [reserve(second, claim()), reserve(third, claim())];
    await ledger.release(first, { errorCode: 'PDF_GENERATION_FAILED', pageMs: 0 });
    const winner = await Promise.race(waiting);
    expect(winner).toMatchObject({ outcome: 'reserved' });
    await Promise.all([
      ledger.commit(fileRecord({ fileId: second }), 'starter'),
      ledger.commit(fileRecord({ fileId: third }), 'starter'),
    ]);
    const outcomes = (await Promise.all(waiting)).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['replayed', 'reserved']);
  });

  test('can be used again when the alarm reclaims the reservation of a crashed request', async () => {
    await reserve(newId('file'), claim('one'));
    expect(await reserve(newId('file'), claim('other'))).toMatchObject({ refusal: 'IDEMPOTENCY_CONFLICT' });
    vi.setSystemTime(NOON + 5 * MINUTE_MS);
    await runAlarm();
    expect(await reserve(newId('file'), claim('other'))).toMatchObject({ outcome: 'reserved' });
  });

  test('can be used again once the file is deleted', async () => {
    const fileId = newId('file');
    await reserve(fileId, claim('one'));
    await ledger.commit(fileRecord({ fileId }), 'starter');
    expect(await reserve(newId('file'), claim('other'))).toMatchObject({ refusal: 'IDEMPOTENCY_CONFLICT' });
    await ledger.deleteFile(fileId);
    expect(await reserve(newId('file'), claim('other'))).toMatchObject({ outcome: 'reserved' });
  });

  test('expires after 24 hours', async () => {
    const fileId = newId('file');
    await reserve(fileId, claim());
    await ledger.commit(fileRecord({ fileId }), 'starter');
    vi.setSystemTime(NOON + DAY_MS);
    expect(await reserve(newId('file'), claim('other'))).toMatchObject({ outcome: 'reserved' });
  });

  test('of a test key does not answer for a live one', async () => {
    const fileId = newId('file');
    await reserve(fileId, { environment: 'test', ...claim() });
    await ledger.commit(fileRecord({ fileId: fileId, environment: 'test' }), 'starter');
    expect(await reserve(newId('file'), claim())).toMatchObject({ outcome: 'reserved' });
  });
});

describe('a revoked key', () => {
  test('is refused from the moment the revocation is confirmed, before the rate limit', async () => {
    await ledger.revokeKey('key_a');
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => ledger.admit({ keyId: 'key_a', plan: 'starter' })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ refusal: 'API_KEY_REVOKED' });
    expect(await ledger.admit({ keyId: 'key_b', plan: 'starter' })).toMatchObject({
      refusal: 'RATE_LIMIT_EXCEEDED',
    });
  });
});

describe('a closed workspace', () => {
  test('refuses every request and loses its files', async () => {
    const [kept, running] = [newId('file'), newId('file')];
    await keep(kept);
    await reserve(running);
    await ledger.close();
    expect(await reserve(newId('file'))).toMatchObject({ refusal: 'WORKSPACE_NOT_FOUND' });
    expect(await ledger.commit(fileRecord({ fileId: running }), 'starter')).toEqual({ outcome: 'closed' });
    expect(await ledger.release(running, { errorCode: 'REQUEST_TIMEOUT', pageMs: 0 })).toBe('closed');
    await runAlarm();
    expect(await stored(kept)).toBe(false);
  });

  test('answers a duplicate that waits, at once', async () => {
    await reserve(newId('file'), claim());
    const duplicate = reserve(newId('file'), claim());
    await ledger.close();
    expect(await duplicate).toMatchObject({ refusal: 'WORKSPACE_NOT_FOUND' });
  });
});

describe('eviction of the object', () => {
  test('loses neither rate, credits, reservations, idempotency keys nor revocations', async () => {
    const fileId = newId('file');
    await reserve(fileId, { idempotency: { key: 'order-1', bodyHash: 'hash' } });
    await ledger.commit(fileRecord({ fileId }), 'starter');
    await ledger.revokeKey('key_gone');
    await evictDurableObject(stub);
    expect(await reserve(newId('file'), { idempotency: { key: 'order-1', bodyHash: 'hash' } })).toMatchObject(
      {
        outcome: 'replayed',
        rate: { remaining: 118 },
        usage: { quotaUsed: 1 },
      },
    );
    expect(await ledger.admit({ keyId: 'key_gone', plan: 'starter' })).toMatchObject({
      refusal: 'API_KEY_REVOKED',
    });
  });

  test('loses neither plan, purchased credits, versions nor the end of the workspace', async () => {
    await ledger.adjust({ plan: 'growth', credits: 5 });
    for (const of of ['templates', 'templates', 'targets'] as const) await ledger.noteChanged(of);
    const known = { plan: 'growth', templatesVersion: 2, targetsVersion: 1 };
    expect(await reserve(newId('file'))).toMatchObject(known);
    await evictDurableObject(stub);
    expect(await reserve(newId('file'))).toMatchObject(known);
    expect(await ledger.account('growth')).toMatchObject({ credits: 5, quotaUsed: 0 });
    await ledger.close();
    await evictDurableObject(stub);
    expect(await count()).toMatchObject({ refusal: 'WORKSPACE_NOT_FOUND' });
  });
});

test('a ledger from before reservations said what ends with them commits and releases', async () => {
  const [made, lost] = [newId('file'), newId('file')];
  await reserve(made);
  await reserve(lost);
  await makeOlder(stub, 'ALTER TABLE reservations DROP COLUMN alone');
  expect(await ledger.commit(fileRecord({ fileId: made }), 'starter')).toMatchObject({
    outcome: 'committed',
  });
  expect(await ledger.release(lost, { errorCode: null, pageMs: 0 })).toBe('released');
  expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 1 });
});

test('a commit that fails in the middle spends nothing, and can be repeated', async () => {
  const fileId = newId('file');
  await reserve(fileId);
  const rename = (from: string, to: string) =>
    runInDurableObject(
      stub,
      (_, { storage }) => void storage.sql.exec(`ALTER TABLE ${from} RENAME TO ${to}`),
    );
  // It is written after the balance.
  await rename('usage_counts', 'hidden');
  await runInDurableObject(stub, async (object) => {
    await expect(object.commit(fileRecord({ fileId }), 'starter')).rejects.toThrow('usage_counts');
  });
  expect(await ledger.account('starter')).toMatchObject({ quotaUsed: 0 });
  await rename('hidden', 'usage_counts');
  expect(await ledger.commit(fileRecord({ fileId }), 'starter')).toMatchObject({
    outcome: 'committed',
    usage: { quotaUsed: 1 },
  });
});
