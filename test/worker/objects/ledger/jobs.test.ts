import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { BELL_MS, LEASE_MS } from '../../../../worker/objects/lease.ts';
import type { Ledger } from '../../../../worker/objects/ledger/client.ts';
import type { JobBell, JobRecord, JobRequest } from '../../../../worker/objects/ledger/jobs/job-protocol.ts';
import type { ReleaseReason } from '../../../../worker/objects/ledger/protocol.ts';
import { dayOf } from '../../../../worker/objects/ledger/counts/day.ts';
import { jobBodyKey, pdfKey } from '../../../../worker/adapters/r2/keys.ts';
import { fileRecord } from '../../support/file-record.ts';
import {
  DAY_MS,
  type LedgerStub,
  MINUTE_MS,
  NOON,
  openLedgerAtNoon,
  SECOND_MS,
} from '../../support/ledger.ts';

let workspaceId: string;
let stub: LedgerStub;
let ledger: Ledger;
let bells: JobBell[];

/** The workspace is on this plan: two jobs run at the same time, and an attempt has 15 seconds. */
const PLAN = 'free';
const RESERVED_MS = PLANS[PLAN].timeoutMs + MINUTE_MS;

const observeBells = () =>
  runInDurableObject(stub, (instance) => {
    const sendBatch = async (messages: { body: JobBell }[]) => {
      bells.push(...messages.map(({ body }) => body));
    };
    Object.assign(instance, { env: { ...env, JOBS: { sendBatch } } });
  });

beforeEach(async () => {
  ({ workspaceId, stub, ledger } = openLedgerAtNoon());
  bells = [];
  await observeBells();
});

afterEach(() => vi.useRealTimers());

/** The clock moves, and the alarm runs, as the platform does at some time after it is due. */
async function later(afterMs: number): Promise<void> {
  vi.setSystemTime(Date.now() + afterMs);
  await runDurableObjectAlarm(stub);
}

const ask = (more: Partial<JobRequest> = {}) =>
  ledger.admit({
    keyId: 'key_a',
    plan: PLAN,
    job: {
      jobId: newId('job'),
      requestId: 'req_a',
      environment: 'live',
      deadline: Date.now() + 15 * SECOND_MS,
      ...more,
    },
  });

/** Accepts a job and stores its body, like the Worker. */
async function accept(more: Partial<JobRequest> = {}): Promise<string> {
  const jobId = newId('job');
  expect(await ask({ jobId, ...more })).toMatchObject({ outcome: 'reserved' });
  await env.FILES.put(jobBodyKey(jobId), '{}');
  expect(await ledger.enqueueJob(jobId, null)).toMatchObject({ outcome: 'queued', job: { state: 'queued' } });
  return jobId;
}

/** Starts an attempt and returns the id of its file. */
async function start(jobId: string): Promise<string> {
  const fileId = newId('file');
  expect(await ledger.startJob(jobId, fileId)).toMatchObject({ keyId: 'key_a', plan: PLAN });
  return fileId;
}

const job = async (jobId: string): Promise<JobRecord> => {
  const found = await ledger.findJob(jobId, 0);
  if (found === null) throw new Error('no such job');
  return found;
};

const failWith = (fileId: string, errorCode: ReleaseReason['errorCode'], pageMs = 0) =>
  ledger.release(fileId, { errorCode, pageMs, problem: { message: 'It failed.', details: ['why'] } });

const commit = (fileId: string) => ledger.commit(fileRecord({ fileId }), PLAN);

const quotaUsed = async (): Promise<number> => (await ledger.account(PLAN)).quotaUsed;

const hasBody = async (jobId: string) => (await env.FILES.head(jobBodyKey(jobId))) !== null;

const ring = () => bells.splice(0).map(({ jobId }) => jobId);

describe('a job', () => {
  test('of a split holds no credit before it knows how many it needs, also in its second attempt', async () => {
    await ledger.adjust({ quotaUsed: 99 });
    const split = await accept({ creditsLater: true });
    const single = await accept();
    const others = [newId('file'), newId('file')];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const leadId = await start(split);
      const grown = await ledger.growReservation(
        { leadId, fileIds: [leadId, ...others], scratchIds: [] },
        PLAN,
      );
      expect(grown).toMatchObject({ refusal: 'NO_CREDITS_AVAILABLE' });
      if (attempt === 1) break;
      await failWith(leadId, 'SERVICE_BUSY');
      await later(MINUTE_MS);
    }
    const fileId = await start(single);
    expect(await commit(fileId)).toMatchObject({ outcome: 'committed', usage: { quotaUsed: 100 } });
  });

  test('is queued, runs, and succeeds with its file in one transaction', async () => {
    const jobId = await accept();
    expect(bells).toEqual([{ workspaceId, jobId }]);
    const fileId = await start(jobId);
    expect(await job(jobId)).toMatchObject({ state: 'running', attempts: 1, startedAt: NOON, fileId: null });
    expect(await commit(fileId)).toMatchObject({ outcome: 'committed', usage: { quotaUsed: 1 } });
    expect(await job(jobId)).toMatchObject({
      state: 'succeeded',
      fileId,
      file: { fileId },
      finishedAt: NOON,
    });
  });

  test('that is delivered twice runs once and costs one credit', async () => {
    const jobId = await accept();
    const fileId = await start(jobId);
    expect(await ledger.startJob(jobId, newId('file'))).toBeNull();
    await commit(fileId);
    expect(await ledger.startJob(jobId, newId('file'))).toBeNull();
    expect(await commit(fileId)).toMatchObject({ outcome: 'committed' });
    expect(await quotaUsed()).toBe(1);
    expect(await job(jobId)).toMatchObject({ attempts: 1 });
  });

  test('is started once by a call that is repeated', async () => {
    const jobId = await accept();
    const fileId = await start(jobId);
    expect(await ledger.startJob(jobId, fileId)).toMatchObject({ keyId: 'key_a' });
    expect(await job(jobId)).toMatchObject({ attempts: 1 });
  });

  test('survives an eviction', async () => {
    const jobId = await accept();
    await evictDurableObject(stub);
    const fileId = await start(jobId);
    await evictDurableObject(stub);
    await commit(fileId);
    expect(await job(jobId)).toMatchObject({ state: 'succeeded' });
  });

  test('whose message is lost is rung again', async () => {
    const jobId = await accept();
    expect(ring()).toEqual([jobId]);
    await later(BELL_MS - SECOND_MS);
    expect(ring()).toEqual([]);
    await later(SECOND_MS);
    expect(ring()).toEqual([jobId]);
  });
});

describe('an attempt that does not report its end', () => {
  test('is lost after the plan’s timeout and a minute, and the next one makes the file', async () => {
    const jobId = await accept();
    const lost = await start(jobId);
    await env.FILES.put(pdfKey(lost), 'pdf');
    ring();
    await later(RESERVED_MS);
    expect(await job(jobId)).toMatchObject({ state: 'queued', attempts: 1 });
    expect(await ledger.startJob(jobId, newId('file'))).toBeNull();
    await later(5 * SECOND_MS);
    expect(ring()).toEqual([jobId]);

    const fileId = await start(jobId);
    expect(await commit(lost)).toEqual({ outcome: 'reclaimed' });
    await failWith(lost, 'REQUEST_TIMEOUT');
    expect(await job(jobId)).toMatchObject({ state: 'running', attempts: 2 });
    await commit(fileId);
    expect(await job(jobId)).toMatchObject({ state: 'succeeded', fileId });
    expect(await quotaUsed()).toBe(1);
    expect(await env.FILES.head(pdfKey(lost))).toBeNull();
  });

  test('is lost when it is silent, and not while it renews its lease', async () => {
    const jobId = await accept();
    const lost = await start(jobId);
    for (let renewals = 0; renewals < 5; renewals += 1) {
      await later(LEASE_MS - 1);
      expect(await job(jobId)).toMatchObject({ state: 'running', attempts: 1 });
      await ledger.renewJob(jobId, lost);
    }
    await later(LEASE_MS);
    expect(await job(jobId)).toMatchObject({ state: 'queued', attempts: 1 });

    // A late renewal changes nothing, and a late commit is refused.
    await ledger.renewJob(jobId, lost);
    await later(5 * SECOND_MS);
    const fileId = await start(jobId);
    expect(await commit(lost)).toEqual({ outcome: 'reclaimed' });
    await commit(fileId);
    expect(await job(jobId)).toMatchObject({ state: 'succeeded', fileId, attempts: 2 });
    expect(await quotaUsed()).toBe(1);
  });

  test('fails the job when it was the fifth', async () => {
    const jobId = await accept();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await start(jobId);
      await later(RESERVED_MS);
      await later(10 * MINUTE_MS);
    }
    expect(await job(jobId)).toMatchObject({
      state: 'failed',
      attempts: 5,
      error: { code: 'PDF_GENERATION_FAILED' },
    });
    expect(await quotaUsed()).toBe(0);
  });
});

describe('an attempt that fails', () => {
  test('because the service is busy is repeated after a growing wait', async () => {
    const jobId = await accept();
    for (const waitMs of [5, 30, 120, 600].map((seconds) => seconds * SECOND_MS)) {
      await failWith(await start(jobId), 'SERVICE_BUSY');
      expect(await job(jobId)).toMatchObject({ state: 'queued', error: null });
      ring();
      await later(waitMs - SECOND_MS);
      expect(ring()).toEqual([]);
      await later(SECOND_MS);
      expect(ring()).toEqual([jobId]);
    }
    await failWith(await start(jobId), 'SERVICE_BUSY');
    expect(await job(jobId)).toMatchObject({
      state: 'failed',
      attempts: 5,
      error: { code: 'SERVICE_BUSY', message: 'It failed.', details: ['why'] },
    });
    const { errors } = await ledger.requestStatistics({ from: '2040-11-20', to: '2040-11-21' });
    expect(errors).toEqual([{ code: 'SERVICE_BUSY', count: 1 }]);
  });
});

describe('a job that cannot start', () => {
  test('fails without credits', async () => {
    const jobId = await accept();
    await ledger.adjust({ quotaUsed: PLANS[PLAN].monthlyCredits });
    expect(await ledger.startJob(jobId, newId('file'))).toBeNull();
    expect(await job(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'NO_CREDITS_AVAILABLE', retryAfterSeconds: expect.any(Number) },
    });
    const span = { from: dayOf(Date.now()), to: dayOf(Date.now()) };
    const { errors } = await ledger.requestStatistics(span);
    expect(errors).toEqual([{ code: 'NO_CREDITS_AVAILABLE', count: 1 }]);
  });

  test('fails if its key was revoked', async () => {
    const jobId = await accept();
    await ledger.revokeKey('key_a');
    expect(await ledger.startJob(jobId, newId('file'))).toBeNull();
    expect(await job(jobId)).toMatchObject({ state: 'failed', error: { code: 'API_KEY_REVOKED' } });
  });

  test('waits if the prints of the workspace are limited', async () => {
    for (let prints = 0; prints < 3; prints += 1) {
      const fileId = newId('file');
      const reservation = { fileId, environment: 'live' as const, deadline: Date.now() + 15 * SECOND_MS };
      await ledger.admit({ keyId: 'key_a', plan: PLAN, reservation });
      await ledger.release(fileId, { errorCode: 'REQUEST_TIMEOUT', pageMs: 14 * SECOND_MS });
    }
    const [first, second] = [await accept(), await accept()];
    const running = await start(first);
    expect(await ledger.startJob(second, newId('file'))).toBeNull();
    expect(await job(second)).toMatchObject({ state: 'queued', attempts: 0 });
    await commit(running);
    ring();
    await later(MINUTE_MS);
    expect(ring()).toEqual([second]);
    await start(second);
  });
});

describe('a workspace', () => {
  test('runs as many jobs as its plan allows, and the next when one has ended', async () => {
    const jobs = [await accept(), await accept(), await accept(), await accept()];
    expect(ring()).toEqual(jobs.slice(0, 2));
    const [first = ''] = jobs;
    const fileId = await start(first);
    expect(ring()).toEqual([]);
    await commit(fileId);
    expect(ring()).toEqual([jobs[2]]);
  });

  test('does not start more than its plan allows, whatever the queue delivers', async () => {
    const jobs = [await accept(), await accept(), await accept()];
    const started = await Promise.all(jobs.map((jobId) => ledger.startJob(jobId, newId('file'))));
    expect(started.filter((attempt) => attempt !== null)).toHaveLength(PLANS[PLAN].maxRunningJobs);
  });

  test('has as many open jobs as its plan allows', async () => {
    const jobs = Array.from({ length: PLANS[PLAN].maxOpenJobs }, () => newId('job'));
    for (const jobId of jobs) {
      await ledger.admit({
        keyId: 'key_a',
        plan: 'scale-enterprise',
        counted: true,
        job: { jobId, requestId: 'req', environment: 'live', deadline: Date.now() },
      });
    }
    expect(await ask()).toMatchObject({ refusal: 'JOB_LIMIT_REACHED', retryAfterSeconds: 5 });
    await ledger.dropJob(jobs[0] ?? '');
    expect(await ask()).toMatchObject({ outcome: 'reserved' });
  });

  test('that is closed loses its jobs and their bodies, also one that was arriving', async () => {
    const [queued, running, arriving] = [await accept(), await accept(), newId('job')];
    await ask({ jobId: arriving });
    const fileId = await start(running);
    await ledger.close();
    expect(await ledger.findJob(queued, 0)).toBeNull();
    expect(await ledger.listJobs({ limit: 10 })).toEqual({ jobs: [], more: false });
    expect(await ledger.startJob(queued, newId('file'))).toBeNull();
    expect(await ledger.enqueueJob(arriving, null)).toEqual({ outcome: 'closed' });
    expect(await commit(fileId)).toEqual({ outcome: 'closed' });
    await env.FILES.put(jobBodyKey(arriving), '{}');
    await later(0);
    expect([await hasBody(queued), await hasBody(running)]).toEqual([false, false]);
    await later(RESERVED_MS);
    expect(await hasBody(arriving)).toBe(false);
    await later(5 * MINUTE_MS);
    expect(await runInDurableObject(stub, (_, state) => state.storage.getAlarm())).toBeNull();
  });
});

describe('cancel', () => {
  test('of a queued job leaves nothing to start', async () => {
    const jobId = await accept();
    expect(await ledger.cancelJob(jobId)).toMatchObject({ outcome: 'canceled', job: { state: 'canceled' } });
    expect(await ledger.startJob(jobId, newId('file'))).toBeNull();
  });

  test('of a running job ends its reservation, so it cannot be charged', async () => {
    const jobId = await accept();
    const fileId = await start(jobId);
    const released = ledger.awaitRelease(fileId, DAY_MS);
    expect(await ledger.cancelJob(jobId)).toMatchObject({ outcome: 'canceled' });
    await released;
    expect(await commit(fileId)).toEqual({ outcome: 'reclaimed' });
    await failWith(fileId, null, 400);
    expect(await job(jobId)).toMatchObject({ state: 'canceled', attempts: 1 });
    expect(await quotaUsed()).toBe(0);
  });

  test('can be repeated, and is refused after the end', async () => {
    const [first, second] = [await accept(), await accept()];
    await ledger.cancelJob(first);
    expect(await ledger.cancelJob(first)).toMatchObject({ outcome: 'canceled' });
    await commit(await start(second));
    expect(await ledger.cancelJob(second)).toMatchObject({
      outcome: 'finished',
      job: { state: 'succeeded' },
    });
    expect(await ledger.cancelJob(newId('job'))).toEqual({ outcome: 'unknown' });
  });
});

describe('time', () => {
  test('deletes the body shortly after the end, and not before', async () => {
    const jobId = await accept();
    const fileId = await start(jobId);
    await later(SECOND_MS);
    expect(await hasBody(jobId)).toBe(true);
    await commit(fileId);
    await later(10 * SECOND_MS);
    expect(await hasBody(jobId)).toBe(false);
    expect(await job(jobId)).toMatchObject({ state: 'succeeded' });
  });

  test('removes a job with its file, and a failed one after the retention of the plan', async () => {
    const [made, failed] = [await accept(), await accept()];
    const file = fileRecord({ fileId: await start(made), expiresAt: NOON + 3 * DAY_MS });
    await ledger.commit(file, PLAN);
    await failWith(await start(failed), 'VALIDATION_ERROR');
    expect((await job(made)).expiresAt).toBe(file.expiresAt);
    expect((await job(failed)).expiresAt).toBe(NOON + PLANS[PLAN].retentionDays * DAY_MS);
    await later(3 * DAY_MS);
    expect(await ledger.findJob(made, 0)).toBeNull();
    await later(4 * DAY_MS);
    expect(await ledger.listJobs({ limit: 10 })).toEqual({ jobs: [], more: false });
    const rows = await runInDurableObject(stub, (_, state) =>
      state.storage.sql.exec('SELECT COUNT(*) AS n FROM jobs').one(),
    );
    expect(rows).toEqual({ n: 0 });
  });

  test('drops a request whose body never came, and deletes a body that comes late', async () => {
    const jobId = newId('job');
    const idempotency = { key: 'order-1', bodyHash: 'hash' };
    await ask({ jobId, idempotency });
    expect(await ledger.findJob(jobId, 0)).toBeNull();
    await later(RESERVED_MS);
    expect(await ledger.enqueueJob(jobId, null)).toEqual({ outcome: 'late' });
    await env.FILES.put(jobBodyKey(jobId), '{}');
    expect(await ask({ idempotency })).toMatchObject({ outcome: 'reserved' });
    await later(2 * MINUTE_MS);
    expect(await hasBody(jobId)).toBe(false);
  });

  test('ends a wait when the job ends', async () => {
    const jobId = await accept();
    const fileId = await start(jobId);
    const waited = ledger.findJob(jobId, DAY_MS);
    await commit(fileId);
    expect(await waited).toMatchObject({ state: 'succeeded' });
  });
});

describe('an idempotency key', () => {
  const idempotency = { key: 'order-1', bodyHash: 'hash' };

  test('is held by the job through all of its attempts, and after it by the file', async () => {
    const jobId = await accept({ idempotency });
    expect(await ask({ idempotency })).toMatchObject({ outcome: 'known', job: { jobId, state: 'queued' } });
    expect(await ask({ idempotency: { ...idempotency, bodyHash: 'other' } })).toMatchObject({
      refusal: 'IDEMPOTENCY_CONFLICT',
    });
    await failWith(await start(jobId), 'SERVICE_BUSY');
    await later(5 * SECOND_MS);
    expect(await ask({ idempotency })).toMatchObject({ outcome: 'known', job: { state: 'queued' } });
    const fileId = await start(jobId);
    await commit(fileId);
    expect(await ask({ idempotency })).toMatchObject({ outcome: 'known', job: { jobId, fileId } });
    const reservation = {
      fileId: newId('file'),
      environment: 'live',
      deadline: Date.now(),
      idempotency,
    } as const;
    const replay = await ledger.admit({ keyId: 'key_a', plan: PLAN, reservation });
    expect(replay).toMatchObject({ outcome: 'replayed', file: { fileId } });
    expect(await quotaUsed()).toBe(1);
  });

  test('is free again after a job that failed or was canceled', async () => {
    const failed = await accept({ idempotency });
    await failWith(await start(failed), 'VALIDATION_ERROR');
    const canceled = await accept({ idempotency });
    await ledger.cancelJob(canceled);
    await accept({ idempotency });
  });

  test('lets a request without a job wait for the job', async () => {
    const jobId = await accept({ idempotency });
    const reservation = {
      fileId: newId('file'),
      environment: 'live',
      deadline: Date.now() + DAY_MS,
      idempotency,
    } as const;
    const waiting = ledger.admit({ keyId: 'key_a', plan: PLAN, reservation });
    const fileId = await start(jobId);
    await commit(fileId);
    expect(await waiting).toMatchObject({ outcome: 'replayed', file: { fileId } });
  });
});
