import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import {
  LOGGED_PER_MINUTE,
  type LoggedRequest,
  MAX_LOGGED_REQUESTS,
  REQUESTS_KEPT_MS,
} from '../../../../schema/request-log.ts';

const NOON = Date.parse('2040-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const EVERYTHING = { limit: 10_000 };

const open = () => env.REQUEST_LOG.getByName(newId('ws'));
let log: ReturnType<typeof open>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  log = open();
});

afterEach(() => vi.useRealTimers());

const request = (more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  requestId: newId('req'),
  at: new Date().toISOString(),
  durationMs: 12,
  method: 'POST',
  route: '/v1/pdf/generate',
  status: 200,
  code: null,
  keyId: 'key_a',
  personId: null,
  templateId: null,
  fileId: null,
  jobId: null,
  batchId: null,
  error: null,
  ...more,
});

const failed = (more: Partial<LoggedRequest> = {}) =>
  request({ status: 400, code: 'VALIDATION_ERROR', ...more });
const limited = () => request({ status: 429, code: 'RATE_LIMIT_EXCEEDED' });
const read = () => request({ method: 'GET', route: '/v1/files' });

const many = (count: number, make: () => LoggedRequest) => Array.from({ length: count }, () => make());

const codes = async () => (await log.list(EVERYTHING)).requests.map(({ code }) => code);

const countRows = () =>
  runInDurableObject(log, (_, { storage }) =>
    Number(storage.sql.exec('SELECT COUNT(*) AS n FROM requests').one().n),
  );

/** Fills all slots of a kind with requests of different minutes. */
async function fill(kind: 'changed' | 'failed', count: number): Promise<void> {
  for (let left = count; left > 0; left -= LOGGED_PER_MINUTE[kind]) {
    await log.add(many(Math.min(left, LOGGED_PER_MINUTE[kind]), kind === 'failed' ? failed : request));
    vi.setSystemTime(Date.now() + MINUTE_MS);
  }
}

describe('the log of requests', () => {
  test('returns the newest first, page by page', async () => {
    const requests = [1, 2, 3].map((second) =>
      request({ at: new Date(NOON + second * 1_000).toISOString() }),
    );
    await log.add(requests);
    const first = await log.list({ limit: 2 });
    expect(first).toEqual({ requests: requests.toReversed().slice(0, 2), more: true });
    const last = first.requests[1];
    const after = { arrivedAt: Date.parse(last?.at ?? ''), requestId: last?.requestId ?? '' };
    expect(await log.list({ limit: 2, after })).toEqual({ requests: requests.slice(0, 1), more: false });
  });

  test('finds a request by its id, and by a part of an id, the route, the status or the code', async () => {
    const one = failed({ fileId: newId('file') });
    await log.add([one, read()]);
    expect(await log.find(one.requestId)).toEqual(one);
    expect(await log.find(newId('req'))).toBeNull();
    for (const search of [
      one.requestId.slice(4, 12),
      one.fileId ?? '',
      'PDF/generate',
      '400',
      'validation',
    ]) {
      expect((await log.list({ limit: 10, search })).requests, search).toEqual([one]);
    }
    expect((await log.list({ limit: 10, search: 'fileId' })).requests).toEqual([]);
  });

  test('is filtered by the outcome', async () => {
    await log.add([request(), failed(), limited(), read()]);
    const count = async (outcome: 'failed' | 'succeeded') =>
      (await log.list({ ...EVERYTHING, outcome })).requests.length;
    expect([await count('failed'), await count('succeeded')]).toEqual([2, 2]);
  });
});

describe('the space of a log is bounded:', () => {
  test('each kind keeps its newest 1,000, so that many requests of one kind hide no other', async () => {
    await log.add([failed({ code: 'FILE_NOT_FOUND' })]);
    await fill('changed', MAX_LOGGED_REQUESTS + 5);
    expect(await countRows()).toBe(MAX_LOGGED_REQUESTS + 1);
    expect(await codes()).toContain('FILE_NOT_FOUND');
  });

  test('a flood writes no more rows in a minute, also after an eviction', async () => {
    await log.add(many(500, failed));
    await evictDurableObject(log);
    await log.add([...many(500, failed), ...many(500, read), ...many(500, limited)]);
    const { failed: ofFailed, read: ofRead, limited: ofLimited } = LOGGED_PER_MINUTE;
    expect(await countRows()).toBe(ofFailed + ofRead + ofLimited);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await log.add([failed(), limited()]);
    expect(await countRows()).toBe(ofFailed + ofRead + ofLimited + 2);
  });

  test('an old request is not listed, and the alarm deletes it', async () => {
    const old = request();
    await log.add([old]);
    vi.setSystemTime(NOON + 60 * MINUTE_MS);
    await log.add([failed()]);
    vi.setSystemTime(NOON + REQUESTS_KEPT_MS);
    expect(await log.find(old.requestId)).toBeNull();
    expect(await codes()).toEqual(['VALIDATION_ERROR']);
    await runDurableObjectAlarm(log);
    expect(await countRows()).toBe(1);
    vi.setSystemTime(NOON + REQUESTS_KEPT_MS + 60 * MINUTE_MS);
    await runDurableObjectAlarm(log);
    expect(await countRows()).toBe(0);
    expect(await runInDurableObject(log, (_, { storage }) => storage.getAlarm())).toBeNull();
  });
});

describe('a log that was cleared', () => {
  test('is empty and goes on', async () => {
    await log.add([request()]);
    await log.clear();
    expect(await codes()).toEqual([]);
    await log.add([failed()]);
    expect(await codes()).toEqual(['VALIDATION_ERROR']);
    expect(await runInDurableObject(log, (_, { storage }) => storage.getAlarm())).not.toBeNull();
  });

  test('stays empty if its workspace was deleted', async () => {
    await log.add([request()]);
    await log.close();
    await log.add([failed()]);
    await log.clear();
    await evictDurableObject(log);
    await log.add([failed()]);
    expect(await codes()).toEqual([]);
  });
});
