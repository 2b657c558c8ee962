import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ERRORS } from '../../../../schema/api/errors.ts';
import { newId } from '../../../../schema/ids.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { ledgerClient } from '../../../../worker/objects/ledger/client.ts';
import { jobBodyKey } from '../../../../worker/adapters/r2/keys.ts';
import { TestBatch } from '../../support/batches.ts';
import { fileRecord } from '../../support/file-record.ts';
import { keepFile } from '../../support/kept-file.ts';
import { DAY_MS, HOUR_MS } from '../../support/ledger.ts';
import { migrate, newWorkspace } from '../../support/service.ts';
import { Receivers, ringDesk, WebhookTenant } from '../../support/webhooks.ts';

let tenant: WebhookTenant;
let receivers: Receivers;

beforeAll(migrate);

beforeEach(async () => {
  tenant = await WebhookTenant.create();
  receivers = new Receivers();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ledger = () => env.LEDGER.getByName(tenant.workspaceId);

/** Sends what the webhook has, and returns the bodies of all requests. */
async function received(id: string): Promise<unknown[]> {
  await ringDesk(id);
  return receivers.sent.map(({ body }) => JSON.parse(body));
}

const untilDelivered = (id: string, count: number) =>
  expect.poll(async () => (await tenant.deliveries(id)).length).toBe(count);

const waiting = () =>
  runInDurableObject(ledger(), (_, { storage }) =>
    Number(storage.sql.exec('SELECT COUNT(*) AS n FROM outbox').one().n),
  );

describe('file.deleted', () => {
  test('is sent for a file that was deleted by request', async () => {
    const { id } = await tenant.add();
    const { fileId } = await keepFile(tenant.workspaceId);
    await ledger().deleteFile(fileId);
    await untilDelivered(id, 1);
    expect(await received(id)).toEqual([
      {
        type: 'file.deleted',
        timestamp: new Date().toISOString(),
        data: { fileIds: [fileId], reason: 'request' },
      },
    ]);
    expect(await waiting()).toBe(0);
  });

  test('is sent for files whose retention ended, a hundred in each event', async () => {
    const { id } = await tenant.add();
    await runInDurableObject(ledger(), (_, { storage }) => {
      storage.sql.exec(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 250)
         INSERT INTO files (file_id, key_id, environment, filename, size_bytes, processing_time_ms, link_token,
           created_at, expires_at)
         SELECT 'file_' || n, 'key', 'live', 'a.pdf', 3, 20, 'token', 0, n FROM numbers`,
      );
    });
    await runInDurableObject(ledger(), (_, { storage }) => storage.setAlarm(Date.now()));
    await runDurableObjectAlarm(ledger());
    const bodies = (await received(id)) as { data: { fileIds: string[]; reason: string } }[];
    expect(bodies.map(({ data }) => [data.fileIds.length, data.reason])).toEqual([
      [100, 'retention'],
      [100, 'retention'],
      [50, 'retention'],
    ]);
    expect(new Set(bodies.flatMap(({ data }) => data.fileIds)).size).toBe(250);
    for (const { body } of receivers.sent) expect(body.length).toBeLessThan(20_000);
  });

  test('has the meta of the files that had one, in events that are never too large', async () => {
    const { id } = await tenant.add();
    const meta = { order: 'ä'.repeat(990) };
    const fileIds: string[] = [];
    await keepFile(tenant.workspaceId, { expiresAt: 1 });
    for (let at = 0; at < 9; at += 1) {
      const kept = await keepFile(tenant.workspaceId, { expiresAt: 2 + at, meta: JSON.stringify(meta) });
      fileIds.push(kept.fileId);
    }
    await runInDurableObject(ledger(), (_, { storage }) => storage.setAlarm(Date.now()));
    await runDurableObjectAlarm(ledger());
    const bodies = (await received(id)) as { data: { fileIds: string[]; files: unknown[] } }[];
    expect(bodies.flatMap(({ data }) => data.fileIds)).toHaveLength(10);
    expect(bodies.flatMap(({ data }) => data.files)).toEqual(fileIds.map((fileId) => ({ fileId, meta })));
    for (const { body } of receivers.sent) {
      expect(new TextEncoder().encode(body).byteLength).toBeLessThan(20_000);
    }
  });

  test('is sent only to webhooks that are enabled and chose it', async () => {
    const chosen = await tenant.add('one.dev');
    const another = await tenant.add('two.dev', ['credits.low']);
    const disabled = await tenant.add('three.dev');
    await tenant.call('PUT', `/${disabled.id}`, { enabled: false });
    await ledger().deleteFile((await keepFile(tenant.workspaceId)).fileId);
    await untilDelivered(chosen.id, 1);
    const events = await Promise.all(
      [chosen, another, disabled].map(async ({ id }) => (await tenant.deliveries(id)).length),
    );
    expect(events).toEqual([1, 0, 0]);
  });
});

describe('batch.paused and batch.completed', () => {
  test('are sent once, also if the desk repeats its report', async () => {
    const { id } = await tenant.add('shop.dev', ['batch.completed', 'batch.paused']);
    const client = ledgerClient(ledger);
    const batch = new TestBatch(tenant.workspaceId, client);
    await batch.accept(1, { environment: 'test', meta: '{"run":7}' });
    const record = await batch.desk.accepted();
    const { batchId, rows } = record;
    const paused = { ...record, state: 'paused', pausedReason: 'NO_CREDITS_AVAILABLE' } as const;
    const ended = { ...record, state: 'completed' } as const;
    const timestamp = new Date().toISOString();
    for (const revision of [101, 101, 102]) {
      await client.noteBatch({ record: paused, revision, pauses: 1, ends: 0 });
    }
    for (const revision of [103, 104]) {
      await client.noteBatch({ record: ended, revision, pauses: 1, ends: 1 });
    }
    await untilDelivered(id, 2);
    const reason = 'NO_CREDITS_AVAILABLE';
    expect(await received(id)).toEqual([
      { type: 'batch.paused', timestamp, data: { batchId, reason, rows, meta: { run: 7 } } },
      { type: 'batch.completed', timestamp, data: { batchId, state: 'completed', rows, meta: { run: 7 } } },
    ]);
  });
});

describe('job.succeeded and job.failed', () => {
  /** Accepts a job and starts an attempt, like the Worker. */
  async function startJob(): Promise<{ jobId: string; fileId: string }> {
    const [jobId, fileId] = [newId('job'), newId('file')];
    const request = {
      jobId,
      requestId: 'req_a',
      environment: 'test',
      deadline: Date.now() + 15_000,
    } as const;
    await ledger().admit({ keyId: 'key_a', plan: 'free', job: request });
    await env.FILES.put(jobBodyKey(jobId), '{}');
    await ledger().enqueueJob(jobId, null);
    await ledger().startJob(jobId, fileId);
    return { jobId, fileId };
  }

  test('are sent when a job ends, and not when an attempt is repeated', async () => {
    const { id } = await tenant.add('shop.dev', ['job.succeeded', 'job.failed']);
    const [good, bad, repeated] = [await startJob(), await startJob(), await startJob()];
    await ledger().commit(fileRecord({ fileId: good.fileId, environment: 'test' }), 'free');
    await ledger().release(repeated.fileId, { errorCode: 'PDF_GENERATION_FAILED', pageMs: 0 });
    await ledger().release(bad.fileId, { errorCode: 'TEMPLATE_NOT_FOUND', pageMs: 0 });
    await untilDelivered(id, 2);
    const timestamp = new Date().toISOString();
    const error = { code: 'TEMPLATE_NOT_FOUND', message: ERRORS.TEMPLATE_NOT_FOUND.message };
    expect(await received(id)).toEqual([
      { type: 'job.succeeded', timestamp, data: good },
      { type: 'job.failed', timestamp, data: { jobId: bad.jobId, error } },
    ]);
  });
});

test('job.succeeded of a split names all files', async () => {
  const { id } = await tenant.add('shop.dev', ['job.succeeded']);
  const [jobId, fileId, second] = [newId('job'), newId('file'), newId('file')];
  const request = { jobId, requestId: 'req_a', environment: 'test', deadline: Date.now() + 15_000 } as const;
  await ledger().admit({ keyId: 'key_a', plan: 'free', job: request });
  await env.FILES.put(jobBodyKey(jobId), '{}');
  await ledger().enqueueJob(jobId, null);
  await ledger().startJob(jobId, fileId);
  await ledger().growReservation({ leadId: fileId, fileIds: [second], scratchIds: [] }, 'free');
  const files = [fileId, second].map((made) => fileRecord({ fileId: made, environment: 'test' }));
  const parts = files.map((file, index) => ({ file, pages: `${index + 1}` }));
  await ledger().commit(files[0] ?? fileRecord(), 'free', parts);
  await untilDelivered(id, 1);
  expect(await received(id)).toMatchObject([{ data: { jobId, fileId, fileIds: [fileId, second] } }]);
});

describe('credits.low', () => {
  const LIMIT = PLANS.free.monthlyCredits;

  async function spend(environment: 'live' | 'test' = 'live'): Promise<void> {
    const file = fileRecord({ environment });
    const reservation = { fileId: file.fileId, environment, deadline: Date.now() + 15_000 };
    await ledger().admit({ keyId: file.keyId, plan: 'free', counted: true, reservation });
    await ledger().commit(file, 'free');
  }

  const remainingIn = (bodies: readonly unknown[]) =>
    (bodies as { data: { remaining: number } }[]).map(({ data }) => data.remaining);

  test('is sent once at a tenth of the quota, and once when nothing is left', async () => {
    const { id } = await tenant.add();
    await ledger().adjust({ quotaUsed: 0.9 * LIMIT - 2 });
    await spend();
    await spend('test');
    expect(await waiting()).toBe(0);
    await spend();
    await untilDelivered(id, 1);
    await spend();
    await ledger().adjust({ quotaUsed: LIMIT - 1 });
    await spend();
    await untilDelivered(id, 2);
    expect(await received(id)).toEqual(
      [10, 0].map((remaining) => ({
        type: 'credits.low',
        timestamp: new Date().toISOString(),
        data: {
          remaining,
          quotaUsed: LIMIT - remaining,
          quotaLimit: LIMIT,
          resetsAt: '2040-12-01T00:00:00.000Z',
        },
      })),
    );
  });

  test('is sent again after credits were added and spent, and in the next month', async () => {
    const { id } = await tenant.add();
    await ledger().adjust({ quotaUsed: LIMIT - 1 });
    await spend();
    await untilDelivered(id, 1);
    await ledger().adjust({ credits: 12 });
    await spend();
    await spend();
    await untilDelivered(id, 2);
    vi.setSystemTime(Date.parse('2040-12-01T00:00:00Z'));
    await ledger().adjust({ quotaUsed: LIMIT - 1, credits: 0 });
    await spend();
    await untilDelivered(id, 3);
    expect(remainingIn(await received(id))).toEqual([0, 10, 0]);
  });
});

describe('an event', () => {
  const countOf = async (workspaceId: string, table: string) =>
    runInDurableObject(env.LEDGER.getByName(workspaceId), (_, { storage }) =>
      Number(storage.sql.exec(`SELECT COUNT(*) AS n FROM ${table}`).one().n),
    );

  test('is not recorded in a workspace without webhooks', async () => {
    const workspaceId = await newWorkspace();
    const { fileId } = await keepFile(workspaceId);
    await env.LEDGER.getByName(workspaceId).deleteFile(fileId);
    expect(await countOf(workspaceId, 'sqlite_sequence')).toBe(0);
    expect(await countOf(workspaceId, 'outbox')).toBe(0);
  });

  test('is not recorded any more after the last webhook was deleted', async () => {
    const { id } = await tenant.add();
    await tenant.call('DELETE', `/${id}`);
    const noted = () => countOf(tenant.workspaceId, 'webhooks_noted');
    await ledger().deleteFile((await keepFile(tenant.workspaceId)).fileId);
    await expect.poll(waiting).toBe(0);
    // Another webhook could be created at this moment.
    expect(await noted()).toBe(1);
    vi.setSystemTime(Date.now() + HOUR_MS + 1);
    await ledger().deleteFile((await keepFile(tenant.workspaceId)).fileId);
    await expect.poll(noted).toBe(0);
    await tenant.add();
    expect(await noted()).toBe(1);
  });

  test('that cannot be handed out waits for the alarm, and survives the process', async () => {
    const { id } = await tenant.add();
    const { fileId } = await keepFile(tenant.workspaceId);
    const errors = vi.spyOn(console, 'error');
    await env.DB.exec('ALTER TABLE webhooks RENAME TO hidden');
    await ledger().deleteFile(fileId);
    await expect.poll(() => String(errors.mock.calls)).toContain('events_not_handed_out');
    expect(await waiting()).toBe(1);
    await env.DB.exec('ALTER TABLE hidden RENAME TO webhooks');
    await evictDurableObject(ledger());
    await runDurableObjectAlarm(ledger());
    expect(await received(id)).toMatchObject([{ data: { fileIds: [fileId] } }]);
    expect(await waiting()).toBe(0);
  });

  test('that is handed out twice arrives once', async () => {
    const { id } = await tenant.add();
    const { fileId } = await keepFile(tenant.workspaceId);
    const rows = await runInDurableObject(ledger(), async (_, { storage }) => {
      storage.sql.exec(
        `INSERT INTO outbox (event_id, type, body, due_at) VALUES ('evt_twice', 'file.deleted', '{"twice":true}', ?1),
         ('evt_twice', 'file.deleted', '{"twice":true}', ?1)`,
        Date.now(),
      );
      return storage.sql.exec('SELECT * FROM outbox').toArray().length;
    });
    expect(rows).toBe(2);
    await ledger().deleteFile(fileId);
    await untilDelivered(id, 2);
    expect((await received(id)).filter((body) => JSON.stringify(body).includes('twice'))).toHaveLength(1);
  });

  test('of a deleted workspace is dropped', async () => {
    await tenant.add();
    const { fileId } = await keepFile(tenant.workspaceId, { expiresAt: Date.now() + DAY_MS });
    await ledger().close();
    await runDurableObjectAlarm(ledger());
    expect(await env.FILES.head(`pdf/${fileId}`)).toBeNull();
    expect(await waiting()).toBe(0);
  });
});
