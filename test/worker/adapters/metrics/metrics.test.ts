import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import { ledgerClient } from '../../../../worker/objects/ledger/client.ts';
import type { FileRecord } from '../../../../worker/objects/ledger/protocol.ts';
import { parseMetrics } from '../../../support/metrics-text.ts';
import { fileRecord } from '../../support/file-record.ts';
import { DAY_MS, MINUTE_MS, NOON, SECOND_MS } from '../../support/ledger.ts';
import { call, migrate, newKey, newWorkspace, operate } from '../../support/service.ts';

beforeAll(migrate);

let workspaceId: string;
let key: string;
let ledger: Ledger;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  workspaceId = await newWorkspace('growth');
  ({ value: key } = await newKey(workspaceId, { permissions: ['metrics.read'] }));
  ledger = ledgerClient(stub);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const stub = () => env.LEDGER.getByName(workspaceId);

async function makeFile(more: Partial<FileRecord> = {}): Promise<string> {
  const fileId = newId('file');
  const reservation = {
    fileId,
    environment: more.environment ?? ('live' as const),
    deadline: Date.now() + 15_000,
  };
  // A key has one environment.
  const keyId = `key_${reservation.environment}`;
  await ledger.admit({ keyId, plan: 'growth', reservation });
  const expiresAt = Date.now() + 400 * DAY_MS;
  await ledger.commit(fileRecord({ fileId, keyId, expiresAt, sizeBytes: 1_000, ...more }), 'growth');
  return fileId;
}

const OPEN_METRICS = 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5';

/** All samples of a workspace, by their name and label. */
async function read(accept = OPEN_METRICS): Promise<Map<string, number>> {
  const response = await call('/v1/metrics', { headers: { 'X-API-Key': key, Accept: accept } });
  expect(response.status).toBe(200);
  return samplesOf(await textOf(response), accept === OPEN_METRICS ? 'openmetrics' : 'text');
}

/** workerd warns if `text()` reads a type that it does not know as text. */
const textOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer());

const samplesOf = (text: string, format: 'text' | 'openmetrics') =>
  new Map([...parseMetrics(text, format).values()].flatMap(({ samples }) => [...samples]));

async function readAll(): Promise<Map<string, number>> {
  const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
  return samplesOf(await textOf(await call('/operator/metrics', { headers })), 'text');
}

describe('the metrics of a workspace', () => {
  test('count requests, errors, files and their times, and show credits, storage and the rate', async () => {
    await makeFile({ processingTimeMs: 400 });
    await makeFile({ processingTimeMs: 7_000 });
    await makeFile({ environment: 'test', processingTimeMs: 90 });
    await ledger.countError('PDF_GENERATION_FAILED');
    const running = { fileId: newId('file'), environment: 'live' as const, deadline: Date.now() + 15_000 };
    await ledger.admit({ keyId: 'key_a', plan: 'growth', reservation: running });
    // The ledger counts stored files again only after some milliseconds.
    vi.setSystemTime(NOON + SECOND_MS);
    const samples = await read();
    expect(Object.fromEntries(samples)).toMatchObject({
      // With this request for the metrics itself.
      platen_requests_total: 5,
      'platen_request_errors_total{code="PDF_GENERATION_FAILED"}': 1,
      'platen_request_errors_total{code="SERVICE_BUSY"}': 0,
      'platen_files_total{environment="live"}': 2,
      'platen_files_total{environment="test"}': 1,
      'platen_file_processing_seconds_bucket{le="0.1"}': 1,
      'platen_file_processing_seconds_bucket{le="0.5"}': 2,
      'platen_file_processing_seconds_bucket{le="10.0"}': 3,
      platen_file_processing_seconds_count: 3,
      platen_prints_running: 1,
      platen_quota_used_credits: 2,
      platen_quota_limit_credits: 10_000,
      platen_credits_remaining: 9_998,
      platen_stored_files: 3,
      platen_stored_bytes: 3_000,
      platen_rate_limit_requests: 200,
      platen_rate_limit_remaining_requests: 195,
    });
    const sum = samples.get('platen_file_processing_seconds_sum') ?? 0;
    expect(Math.abs(sum - 7.49) / 7.49).toBeLessThanOrEqual(0.05);
    expect(samples.has('platen_workspaces{plan="free"}')).toBe(false);
  });

  test('are the same in the older format, and say so', async () => {
    await makeFile();
    const headers = { 'X-API-Key': key };
    const response = await call('/v1/metrics', { headers });
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const samples = samplesOf(await textOf(response), 'text');
    expect(samples.get('platen_files_total{environment="live"}')).toBe(1);
    const open = await call('/v1/metrics', { headers: { ...headers, Accept: OPEN_METRICS } });
    expect(open.headers.get('content-type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    );
    await open.body?.cancel();
  });

  test('only rise: over days, after an eviction, and when old days are deleted', async () => {
    const counted = async () => {
      const samples = await read();
      return [
        samples.get('platen_requests_total'),
        samples.get('platen_files_total{environment="live"}'),
        samples.get('platen_file_processing_seconds_count'),
      ];
    };
    await makeFile();
    expect(await counted()).toEqual([2, 1, 1]);
    for (let day = 1; day <= 4; day += 1) {
      vi.setSystemTime(NOON + day * DAY_MS);
      await makeFile();
      expect(await counted()).toEqual([2 + 2 * day, 1 + day, 1 + day]);
    }
    await evictDurableObject(stub());
    vi.setSystemTime(NOON + 800 * DAY_MS);
    await runDurableObjectAlarm(stub());
    const kept = await runInDurableObject(stub(), (_, { storage }) =>
      Number(storage.sql.exec('SELECT COUNT(*) AS n FROM request_counts').one().n),
    );
    expect(kept).toBe(0);
    expect(await counted()).toEqual([11, 5, 5]);
  });

  test('count a file that was made before midnight and recorded after it', async () => {
    const night = Date.parse('2040-11-21T00:00:01Z');
    vi.setSystemTime(night);
    await read();
    await makeFile({ createdAt: night - 2_000 });
    for (const day of [0, 1, 2, 3]) {
      vi.setSystemTime(night + day * DAY_MS);
      expect((await read()).get('platen_files_total{environment="live"}')).toBe(1);
    }
  });

  test('of a scrape write nothing but what every request writes', async () => {
    await makeFile();
    await read();
    const written: string[] = [];
    await runInDurableObject(stub(), (_, { storage }) => {
      const exec = storage.sql.exec.bind(storage.sql);
      vi.spyOn(storage.sql, 'exec').mockImplementation((statement, ...values) => {
        const cursor = exec(statement, ...values);
        if (cursor.rowsWritten > 0) written.push(statement);
        return cursor;
      });
    });
    await ledger.metrics('growth');
    expect(written).toEqual([]);
  });
});

describe('the metrics of the service', () => {
  const reported = () =>
    env.DB.prepare('SELECT counters FROM ledger_reports WHERE workspace_id = ?')
      .bind(workspaceId)
      .first<{ counters: string }>();

  /** When the ledger started its last report. */
  const reportedAt = () =>
    runInDurableObject(stub(), (_, { storage }) => {
      const [row] = storage.sql.exec('SELECT sent_at FROM service_report').toArray();
      return row?.sent_at ?? null;
    });

  /** Makes a file when a report is due, and waits until it has arrived. */
  async function makeReportedFile(): Promise<void> {
    vi.setSystemTime(Date.now() + MINUTE_MS);
    const before = JSON.stringify(await reported());
    await makeFile();
    await expect.poll(async () => JSON.stringify(await reported())).not.toBe(before);
    vi.setSystemTime(Date.now() + MINUTE_MS);
    await runDurableObjectAlarm(stub());
  }

  test('are the sums of what ledgers reported, without a call to any ledger', async () => {
    const before = await readAll();
    const sumOf = (samples: Map<string, number>, name: string) => samples.get(name) ?? 0;
    await makeReportedFile();
    workspaceId = await newWorkspace('scale');
    await makeReportedFile();
    const calls = vi.spyOn(env.LEDGER, 'getByName');
    const after = await readAll();
    expect(calls).not.toHaveBeenCalled();
    const FILES = 'platen_files_total{environment="live"}';
    expect(sumOf(after, FILES) - sumOf(before, FILES)).toBe(2);
    expect(sumOf(after, 'platen_stored_files') - sumOf(before, 'platen_stored_files')).toBe(2);
    const SCALE = 'platen_workspaces{plan="scale"}';
    expect(sumOf(after, SCALE) - sumOf(before, SCALE)).toBe(1);
    expect(sumOf(after, 'platen_active_workspaces')).toBeGreaterThanOrEqual(1);
    expect(after.has('platen_credits_remaining')).toBe(false);
  });

  test('keep the counters of a workspace that was deleted, and lose its gauges', async () => {
    await makeReportedFile();
    const before = await readAll();
    await operate('DELETE', `/workspaces/${workspaceId}`);
    const after = await readAll();
    const FILES = 'platen_files_total{environment="live"}';
    expect(after.get(FILES)).toBe(before.get(FILES));
    expect(after.get('platen_stored_files')).toBe((before.get('platen_stored_files') ?? 0) - 1);
  });

  const ENDS: readonly (readonly [string, (fileId: string) => Promise<unknown>])[] = [
    ['committed', (fileId) => ledger.commit(fileRecord({ fileId }), 'growth')],
    ['released', (fileId) => ledger.release(fileId, { errorCode: 'PDF_GENERATION_FAILED', pageMs: 0 })],
  ];

  test.each(ENDS)('are reported when a file is %s, not when its print starts', async (_, end) => {
    const fileId = newId('file');
    const reservation = { fileId, environment: 'live' as const, deadline: Date.now() + 15_000 };
    await ledger.admit({ keyId: 'key_a', plan: 'growth', reservation });
    expect(await reportedAt()).toBeNull();
    await end(fileId);
    expect(await reportedAt()).toBe(NOON);
  });

  const job = {
    jobId: newId('job'),
    requestId: newId('req'),
    environment: 'live' as const,
    deadline: NOON + 15_000,
  };

  test.each([
    ['a request that makes no file', {}],
    ['a job, which may wait for long', { job }],
  ])('are reported when the ledger admits %s', async (_, more) => {
    await ledger.admit({ keyId: 'key_a', plan: 'growth', ...more });
    expect(await reportedAt()).toBe(NOON);
  });

  test('are reported once in a minute at most', async () => {
    await makeReportedFile();
    const before = await reported();
    for (let at = 0; at < 20; at += 1) await makeFile();
    await runDurableObjectAlarm(stub());
    expect(await reported()).toEqual(before);
  });

  test('are for the operator only', async () => {
    const response = await call('/operator/metrics', { headers: { Authorization: `Bearer ${key}` } });
    expect(response.status).toBe(401);
    await response.body?.cancel();
  });
});
