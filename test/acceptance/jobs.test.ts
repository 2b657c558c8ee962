import { describe, expect, test } from 'vitest';
import { accept, ASYNC, askJob, cancelJob, expectAccepted, expectJob, jobIn } from '../support/jobs.ts';
import { inspectPdf } from '../support/pdf.ts';
import {
  expectGenerated,
  expectRateLimitHeaders,
  expectRefusal,
  HELLO,
  operator,
  send,
  Tenant,
} from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

/** Its print does not end before the plan's timeout. */
const ENDLESS = { ...HELLO, options: { waitForSelector: '#never' } };

const listJobs = async (tenant: Tenant): Promise<unknown> =>
  JSON.parse((await send('/v1/jobs', { headers: { 'X-API-Key': tenant.key } })).text).data;

const WAITING = { Prefer: 'respond-async, wait=60' };

describe('Prefer: respond-async', () => {
  test('is answered with a job, which makes the PDF and spends one credit', async () => {
    const tenant = await Tenant.create();
    const answer = await tenant.generate({ ...HELLO, filename: 'later' }, ASYNC);
    const accepted = expectAccepted(answer);
    expect(accepted).toMatchObject({
      state: expect.stringMatching(/queued|running/),
      environment: 'live',
      file: null,
    });
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    expectRateLimitHeaders(answer);

    const job = await jobIn(tenant, accepted.jobId, 'succeeded');
    expect(job).toMatchObject({
      attempts: 1,
      fileId: job.file?.fileId,
      file: { filename: 'later.pdf', generationMethod: 'html' },
      error: null,
    });
    const times = [job.createdAt, job.startedAt, job.finishedAt, job.expiresAt].map((time) =>
      Date.parse(time ?? ''),
    );
    expect(times).toEqual([...times].sort((one, other) => one - other));
    for (const url of [job.file?.url, job.file?.signedUrl]) {
      expect((await send(url ?? '')).text).toMatch(/^%PDF/);
    }
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('with wait is answered with the PDF, as JSON or as bytes', async () => {
    const tenant = await Tenant.create();
    const json = await tenant.generate(HELLO, WAITING);
    expect(expectGenerated(json)).toMatchObject({ usage: { quotaUsed: 1 } });
    expect(json.headers.get('preference-applied')).toBe('wait=60');
    const pdf = await tenant.generate(HELLO, { ...WAITING, Accept: 'application/pdf' });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.text).toMatch(/^%PDF/);
    expect(await tenant.quotaUsed()).toBe(2);
  });

  variation('with a wait that is too short is answered with the job', async () => {
    const tenant = await Tenant.create();
    const answer = await tenant.generate(ENDLESS, { Prefer: 'wait=1, respond-async' });
    const { jobId } = expectAccepted(answer);
    expect(answer.headers.get('preference-applied')).toBe('respond-async, wait=1');
    expectJob(await cancelJob(tenant, jobId));
  });

  test('with wait is answered with the error of a job that failed', async () => {
    const tenant = await Tenant.create();
    const answer = await tenant.generate({ htmlContent: '{{#if a}}' }, WAITING);
    const error = expectRefusal(answer, 'TEMPLATE_COMPILATION_ERROR');
    expect(await listJobs(tenant)).toMatchObject([
      { state: 'failed', attempts: 1, file: null, error: { ...error, timestamp: expect.any(String) } },
    ]);
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test('with handling=strict refuses unknown fields before a job exists', async () => {
    const tenant = await Tenant.create();
    const prefer = { Prefer: 'respond-async, handling=strict' };
    expectRefusal(await tenant.generate({ ...HELLO, landscape: true }, prefer), 'VALIDATION_ERROR');
    const answer = await tenant.generate(HELLO, prefer);
    expectAccepted(answer);
    expect(answer.headers.get('preference-applied')).toBe('respond-async, handling=strict');
  });

  variation('with a test key makes a test job', async () => {
    const tenant = await Tenant.create({ environment: 'test' });
    const { data } = expectGenerated(await tenant.generate(HELLO, WAITING));
    expect(await listJobs(tenant)).toMatchObject([{ environment: 'test', fileId: data.fileId }]);
    expect(await tenant.quotaUsed()).toBe(0);
  });
});

describe('a request for a job is refused like any other', () => {
  test('with a body that is not valid', async () => {
    const tenant = await Tenant.create();
    const [now, later] = await Promise.all([tenant.generate({}), tenant.generate({}, ASYNC)]);
    expect(expectRefusal(later, 'VALIDATION_ERROR').details).toEqual(
      expectRefusal(now, 'VALIDATION_ERROR').details,
    );
  });

  test('with an unknown template, also after the same key was used', async () => {
    const tenant = await Tenant.create();
    const unknown = { templateId: `tpl_${'0'.repeat(22)}` };
    const headers = { ...ASYNC, 'Idempotency-Key': 'one' };
    expectRefusal(await tenant.generate(unknown, headers), 'TEMPLATE_NOT_FOUND');
    expectAccepted(await tenant.generate(HELLO, headers));
  });

  test('without credits', async () => {
    const tenant = await Tenant.create();
    await tenant.spendAll();
    expectRefusal(await tenant.generate(HELLO, ASYNC), 'NO_CREDITS_AVAILABLE');
  });
});

describe('the same Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'invoice-1' };

  test('with another Prefer is the same job, and one PDF', async () => {
    const tenant = await Tenant.create();
    const job = await accept(tenant, HELLO, key);
    const answers = await Promise.all([
      tenant.generate(HELLO, key),
      tenant.generate(HELLO, { ...key, ...WAITING }),
      tenant.generate(HELLO, { ...key, Prefer: 'wait=1' }),
    ]);
    const { fileId } = await jobIn(tenant, job.jobId, 'succeeded');
    for (const answer of answers) {
      expect(expectGenerated(answer).data.fileId).toBe(fileId);
      expect(answer.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('while the job runs is answered with this job', async () => {
    const tenant = await Tenant.create();
    const job = await accept(tenant, ENDLESS, key);
    const again = await tenant.generate(ENDLESS, { ...key, ...ASYNC });
    expect(expectAccepted(again).jobId).toBe(job.jobId);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expectRefusal(await tenant.generate(HELLO, { ...key, ...ASYNC }), 'IDEMPOTENCY_CONFLICT');
    expectJob(await cancelJob(tenant, job.jobId));
    expect((await accept(tenant, HELLO, key)).jobId).not.toBe(job.jobId);
  });

  variation('of a PDF that was made without a job is answered with this PDF', async () => {
    const tenant = await Tenant.create();
    const { data } = expectGenerated(await tenant.generate(HELLO, key));
    expect(expectGenerated(await tenant.generate(HELLO, { ...key, ...ASYNC })).data.fileId).toBe(data.fileId);
  });
});

describe('cancel', () => {
  test('ends a running job: no file, no credit, and the next job runs', async () => {
    const tenant = await Tenant.create();
    const { jobId } = await accept(tenant, ENDLESS);
    await jobIn(tenant, jobId, 'running');
    const canceled = expectJob(await cancelJob(tenant, jobId));
    expect(canceled).toMatchObject({ state: 'canceled', file: null, error: null });
    expect(expectJob(await cancelJob(tenant, jobId))).toEqual(canceled);
    expectGenerated(await tenant.generate(HELLO, WAITING));
    expect(await tenant.quotaUsed()).toBe(1);
  });
});

describe('a job', () => {
  test('stays when its file is deleted, and says so', async () => {
    const tenant = await Tenant.create();
    const { data } = expectGenerated(await tenant.generate(HELLO, WAITING));
    await send(`/v1/files/${data.fileId}`, { method: 'DELETE', headers: { 'X-API-Key': tenant.key } });
    expect(await listJobs(tenant)).toMatchObject([{ state: 'succeeded', fileId: data.fileId, file: null }]);
  });

  variation('prints the version of the template that was published when it was accepted', async () => {
    const tenant = await Tenant.create();
    const { id } = await tenant.putTemplate('pinned', '<p>first</p>');
    const blockers = await Promise.all([accept(tenant, ENDLESS), accept(tenant, ENDLESS)]);
    const { jobId } = await accept(tenant, { templateId: id });
    await tenant.putTemplate('pinned', '<p>{{#if}}</p>').catch(() => undefined);
    await operator().putTemplate({
      workspaceId: tenant.workspaceId,
      name: 'pinned',
      content: '<p>second</p>',
    });
    await Promise.all(blockers.map((blocker) => cancelJob(tenant, blocker.jobId)));
    const job = await jobIn(tenant, jobId, 'succeeded');
    expect(job.file?.templateUsed).toEqual({ id, name: 'pinned' });
    const { text } = await inspectPdf((await send(job.file?.url ?? '')).bytes);
    expect(text).toBe('first');
  });

  variation('of a deleted workspace is gone with the workspace', async () => {
    const tenant = await Tenant.create();
    const { jobId } = await accept(tenant, ENDLESS);
    await operator().deleteWorkspace(tenant.workspaceId);
    expectRefusal(await askJob(tenant, jobId), 'WORKSPACE_NOT_FOUND');
  });
});

describe('GET /v1/jobs', () => {
  test('pages through the jobs, newest first, and filters by state', async () => {
    const tenant = await Tenant.create();
    const failed = await accept(tenant, { htmlContent: '{{#if a}}' });
    await jobIn(tenant, failed.jobId, 'failed');
    const succeeded = await accept(tenant, HELLO);
    await jobIn(tenant, succeeded.jobId, 'succeeded');
    const list = async (query: string) =>
      JSON.parse((await send(`/v1/jobs${query}`, { headers: { 'X-API-Key': tenant.key } })).text);
    const first = await list('?limit=1');
    expect(first.data).toMatchObject([{ jobId: succeeded.jobId }]);
    const second = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ data: [{ jobId: failed.jobId }], nextCursor: null });
    expect((await list('?state=failed')).data).toMatchObject([{ jobId: failed.jobId }]);
    expect((await list('?state=running')).data).toEqual([]);
    expect((await list('?state=done')).error.code).toBe('VALIDATION_ERROR');
  });
});
