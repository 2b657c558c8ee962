import { env, runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { canceledJobAnswer, type ListedJob, listedJobPage } from '../../../../schema/console/jobs.ts';
import { newId } from '../../../../schema/ids.ts';
import { fileRecord } from '../../support/file-record.ts';
import { migrate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';

let owner: Insider;
let member: Insider;
let stranger: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  [member, stranger] = await Promise.all([invited(owner, 'member'), anotherWorkspace(owner)]);
  await Promise.all([owner, stranger].map(holdJobs));
});

/** No job starts by itself: the queue gets no message. */
const holdJobs = ({ workspaceId }: Insider) =>
  runInDurableObject(env.LEDGER.getByName(workspaceId), (instance) => {
    Object.assign(instance, { env: { ...env, JOBS: { sendBatch: async () => undefined } } });
  });

/** Makes the row of a queued job, without a body and without a print. */
async function acceptJob({ workspaceId }: Insider, template: string | null = null): Promise<string> {
  const jobId = newId('job');
  const ledger = env.LEDGER.getByName(workspaceId);
  const request = { jobId, requestId: 'req_a', environment: 'live', deadline: Date.now() + 15_000 } as const;
  await ledger.admit({ keyId: 'key_a', plan: 'scale-enterprise', job: request });
  await ledger.enqueueJob(jobId, template);
  return jobId;
}

async function finishJob({ workspaceId }: Insider, jobId: string): Promise<string> {
  const ledger = env.LEDGER.getByName(workspaceId);
  const file = fileRecord();
  await ledger.startJob(jobId, file.fileId);
  await ledger.commit(file, 'scale-enterprise');
  return file.fileId;
}

const send = (method: string, path: string, who = owner) =>
  who.visitor.send(method, `/workspaces/${who.workspaceId}/jobs${path}`);

const list = async (query = '', who = owner) => shaped(listedJobPage, (await send('GET', query, who)).body);

const find = async (jobId: string): Promise<ListedJob | undefined> =>
  (await list()).data.find((job) => job.jobId === jobId);

describe('the jobs in the dashboard', () => {
  test('are listed newest first, page by page, for a member too', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.push(await acceptJob(stranger));
    const first = await list('?limit=2', stranger);
    const second = await list(`?limit=2&cursor=${first.nextCursor}`, stranger);
    const listed = [...first.data, ...second.data];
    expect(listed.map(({ jobId }) => jobId).toSorted()).toEqual(ids.toSorted());
    expect(listed.map(({ createdAt }) => createdAt)).toEqual(
      listed
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(second.nextCursor).toBeNull();
    expect((await send('GET', '', member)).status).toBe(200);
  });

  test('have the file that they made, and the template that they print', async () => {
    const templateId = newId('tpl');
    const [html, fromTemplate] = [await acceptJob(owner), await acceptJob(owner, `${templateId}@3`)];
    const fileId = await finishJob(owner, html);
    expect(await find(html)).toMatchObject({
      state: 'succeeded',
      templateId: null,
      file: { fileId, filename: 'invoice.pdf' },
    });
    expect(await find(fromTemplate)).toMatchObject({ state: 'queued', templateId, file: null });
  });

  test('are filtered by state', async () => {
    const jobId = await acceptJob(owner);
    await send('POST', `/${jobId}/cancel`);
    const { data } = await list('?state=canceled');
    expect(data.map((job) => job.jobId)).toContain(jobId);
    expect(data.every(({ state }) => state === 'canceled')).toBe(true);
  });
});

describe('a job in the dashboard', () => {
  test('is canceled, and can be canceled twice', async () => {
    const jobId = await acceptJob(owner);
    for (const attempt of ['first', 'second']) {
      const { body } = await send('POST', `/${jobId}/cancel`);
      expect(shaped(canceledJobAnswer, body).data, attempt).toMatchObject({ jobId, state: 'canceled' });
    }
    expect(await find(jobId)).toMatchObject({ state: 'canceled', file: null });
  });

  test('that succeeded is not canceled', async () => {
    const jobId = await acceptJob(owner);
    await finishJob(owner, jobId);
    expect((await send('POST', `/${jobId}/cancel`)).code).toBe('JOB_FINISHED');
    expect(await find(jobId)).toMatchObject({ state: 'succeeded' });
  });

  test('is not canceled by a member', async () => {
    const jobId = await acceptJob(owner);
    expect((await send('POST', `/${jobId}/cancel`, member)).code).toBe('INSUFFICIENT_ROLE');
    expect(await find(jobId)).toMatchObject({ state: 'queued' });
  });
});
