import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import type { AdmissionRequest } from '../../../../worker/objects/ledger/admission/admission-protocol.ts';
import type { FileRecord } from '../../../../worker/objects/ledger/protocol.ts';
import { fileRecord } from '../../support/file-record.ts';
import { DAY_MS, type LedgerStub, NOON, openLedgerAtNoon } from '../../support/ledger.ts';

const TODAY = { from: '2040-11-20', to: '2040-11-20' };

let stub: LedgerStub;
let ledger: Ledger;

beforeEach(() => {
  ({ stub, ledger } = openLedgerAtNoon());
});

afterEach(() => vi.useRealTimers());

const record = (fileId: string, more: Partial<FileRecord> = {}): FileRecord =>
  fileRecord({ fileId, processingTimeMs: 400, expiresAt: Date.now() + 400 * DAY_MS, ...more });

const reserve = (fileId: string, more: Partial<AdmissionRequest['reservation']> = {}) =>
  ledger.admit({
    keyId: 'key_a',
    plan: 'scale-enterprise',
    reservation: { fileId, environment: 'live', deadline: Date.now() + 15_000, ...more },
  });

/** Reserves and commits one file, like a request. */
async function makeFile(more: Partial<FileRecord> = {}): Promise<void> {
  const fileId = newId('file');
  await reserve(fileId, { environment: more.environment ?? 'live' });
  await ledger.commit(record(fileId, more), 'scale-enterprise');
}

const today = async () => (await ledger.requestStatistics(TODAY)).days[0];
const errors = async () => (await ledger.requestStatistics(TODAY)).errors;

describe("a day's counts", () => {
  test('are empty before the first request', async () => {
    expect(await ledger.requestStatistics(TODAY)).toEqual({
      days: [],
      errors: [],
      medianMs: null,
      p95Ms: null,
    });
  });

  test('include a request that made a file, with its processing time', async () => {
    await makeFile();
    expect(await today()).toMatchObject({ day: '2040-11-20', requests: 1, errors: 0 });
    expect(Math.abs(((await today())?.medianMs ?? 0) - 400)).toBeLessThanOrEqual(20);
  });

  test('include a request that made no file, without a processing time', async () => {
    await ledger.admit({ keyId: 'key_a', plan: 'free' });
    expect(await today()).toEqual({ day: '2040-11-20', requests: 1, errors: 0, medianMs: null, p95Ms: null });
  });

  test('count a refusal of the ledger under its error code', async () => {
    for (let sent = 0; sent < 62; sent += 1) await ledger.admit({ keyId: 'key_a', plan: 'free' });
    await ledger.revokeKey('key_b');
    await ledger.admit({ keyId: 'key_b', plan: 'free' });
    expect(await today()).toMatchObject({ requests: 63, errors: 3 });
    expect(await errors()).toEqual([
      { code: 'API_KEY_REVOKED', count: 1 },
      { code: 'RATE_LIMIT_EXCEEDED', count: 2 },
    ]);
  });

  test('include a request without credits', async () => {
    await ledger.adjust({ quotaUsed: 1_000_000 });
    await reserve(newId('file'));
    expect(await errors()).toEqual([{ code: 'NO_CREDITS_AVAILABLE', count: 1 }]);
  });

  test('include a request that the Worker refused before admission', async () => {
    await ledger.admit({ keyId: 'key_a', plan: 'free', errorCode: 'VALIDATION_ERROR' });
    expect(await today()).toMatchObject({ requests: 1, errors: 1 });
    expect(await errors()).toEqual([{ code: 'VALIDATION_ERROR', count: 1 }]);
  });

  test('count only the answered error if there are two', async () => {
    await ledger.revokeKey('key_a');
    await ledger.admit({ keyId: 'key_a', plan: 'free', errorCode: 'VALIDATION_ERROR' });
    for (let sent = 0; sent < 59; sent += 1) await ledger.admit({ keyId: 'key_b', plan: 'free' });
    await ledger.admit({ keyId: 'key_b', plan: 'free', errorCode: 'API_KEY_EXPIRED' });
    expect(await errors()).toEqual([
      { code: 'API_KEY_EXPIRED', count: 1 },
      { code: 'API_KEY_REVOKED', count: 1 },
    ]);
  });

  test('count a failed generation as one request', async () => {
    const fileId = newId('file');
    await reserve(fileId);
    await ledger.release(fileId, { errorCode: 'PDF_GENERATION_FAILED', pageMs: 0 });
    expect(await today()).toMatchObject({ requests: 1, errors: 1, medianMs: null });
    expect(await errors()).toEqual([{ code: 'PDF_GENERATION_FAILED', count: 1 }]);
  });

  test('count a replay as a request that made no file', async () => {
    const [fileId, idempotency] = [newId('file'), { key: 'order-1', bodyHash: 'hash' }];
    await reserve(fileId, { idempotency });
    await ledger.commit(record(fileId, { processingTimeMs: 400 }), 'scale-enterprise');
    await reserve(newId('file'), { idempotency });
    expect(await today()).toMatchObject({ requests: 2, errors: 0 });
    expect(await countFilesInHistograms()).toBe(1);
  });

  test('count a file once if its commit is repeated', async () => {
    const fileId = newId('file');
    await reserve(fileId);
    await ledger.commit(record(fileId), 'scale-enterprise');
    await ledger.commit(record(fileId), 'scale-enterprise');
    expect(await countFilesInHistograms()).toBe(1);
  });

  test('count requests and files of test keys alike', async () => {
    await makeFile({ environment: 'test', processingTimeMs: 100 });
    await makeFile({ processingTimeMs: 1_000 });
    expect(await today()).toMatchObject({ requests: 2, errors: 0 });
    expect(await countFilesInHistograms()).toBe(2);
  });

  test('are exact for parallel requests', async () => {
    await Promise.all(Array.from({ length: 100 }, () => makeFile()));
    expect(await today()).toMatchObject({ requests: 100, errors: 0 });
    expect(await countFilesInHistograms()).toBe(100);
  });

  test('survive an eviction of the object', async () => {
    await makeFile();
    await ledger.countError('FILE_NOT_FOUND');
    const before = await ledger.requestStatistics(TODAY);
    await evictDurableObject(stub);
    expect(await ledger.requestStatistics(TODAY)).toEqual(before);
  });
});

describe('several days', () => {
  test('are listed oldest first, with percentiles over all of them', async () => {
    const times = [
      [100, 200, 300, 400],
      [5_000, 6_000],
      [50, 60, 70, 80, 90, 9_000],
    ];
    for (const [at, ofDay] of times.entries()) {
      vi.setSystemTime(NOON + at * DAY_MS);
      for (const processingTimeMs of ofDay) await makeFile({ processingTimeMs });
    }
    const { days, medianMs, p95Ms } = await ledger.requestStatistics({
      from: '2040-11-20',
      to: '2040-11-22',
    });
    expect(days.map(({ day, requests }) => [day, requests])).toEqual([
      ['2040-11-20', 4],
      ['2040-11-21', 2],
      ['2040-11-22', 6],
    ]);
    // Nearest rank, calculated by hand: the 6th and the 12th of twelve; the 2nd and the 4th of the first day.
    expectAbout([medianMs, p95Ms], [100, 9_000]);
    expectAbout([days[0]?.medianMs, days[0]?.p95Ms], [200, 400]);
  });

  test('outside the range are left out', async () => {
    await makeFile();
    vi.setSystemTime(NOON + DAY_MS);
    await makeFile();
    const { days } = await ledger.requestStatistics({ from: '2040-11-21', to: '2040-11-21' });
    expect(days).toHaveLength(1);
  });

  test('are deleted after 13 months', async () => {
    await makeFile();
    await ledger.countError('FILE_NOT_FOUND');
    vi.setSystemTime(Date.parse('2041-12-31T23:00:00Z'));
    await makeFile();
    await runDurableObjectAlarm(stub);
    expect(await ledger.requestStatistics(TODAY)).toMatchObject({ days: [{ errors: 1 }] });
    vi.setSystemTime(Date.parse('2042-01-01T01:00:00Z'));
    await makeFile({ expiresAt: Date.now() + 1_000 });
    await runDurableObjectAlarm(stub);
    expect(await ledger.requestStatistics(TODAY)).toMatchObject({ days: [], errors: [], medianMs: null });
    expect(await ledger.usageCounts(TODAY)).toEqual([]);
  });
});

describe('counting', () => {
  test('writes one row for a request and one for a file', async () => {
    await makeFile();
    const written = await recordRowsWritten(() => makeFile());
    const counting = written.filter(({ statement }) => /request_counts|processing_times/.test(statement));
    expect(counting.map(({ rows }) => rows)).toEqual([1, 1]);
  });
});

const countFilesInHistograms = () =>
  runInDurableObject(stub, (_, { storage }) =>
    Number(storage.sql.exec('SELECT TOTAL(files) AS files FROM processing_times').one().files),
  );

/** The SQL statements that run during `work`, with the number of rows that each writes. */
async function recordRowsWritten(work: () => Promise<void>) {
  const written: { statement: string; rows: number }[] = [];
  await runInDurableObject(stub, (_, { storage }) => {
    const exec = storage.sql.exec.bind(storage.sql);
    vi.spyOn(storage.sql, 'exec').mockImplementation((statement, ...values) => {
      const cursor = exec(statement, ...values);
      written.push({ statement, rows: cursor.rowsWritten });
      return cursor;
    });
  });
  await work();
  return written;
}

function expectAbout(estimates: (number | null | undefined)[], truths: number[]): void {
  for (const [at, truth] of truths.entries()) {
    expect(Math.abs((estimates[at] ?? 0) - truth) / truth).toBeLessThanOrEqual(0.05);
  }
}
