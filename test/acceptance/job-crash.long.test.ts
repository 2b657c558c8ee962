import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Job, jobPage } from '../../schema/api/jobs.ts';
import { ClockedService } from '../support/clocked-service.ts';
import { eventually } from '../support/eventually.ts';
import { ASYNC, expectAccepted } from '../support/jobs.ts';

const MINUTE_MS = 60_000;
const JOBS = 10;

/** The number of jobs that have ended at each kill. */
const KILLS_AFTER = [1, 4];

/** After the second attempt (contract 13.3). */
const RETRY_WAIT_MS = 30_000;

/** Longer than the plan's timeout and the time in which a reservation settles. */
const LEASE_MS = 10 * MINUTE_MS;

let service: ClockedService;
beforeAll(async () => {
  service = await ClockedService.create();
  await service.startAt(0);
});
afterAll(() => service.remove());

async function listJobs(key: string): Promise<Job[]> {
  const answer = await service.fetch('/v1/jobs', { headers: { 'X-API-Key': key } });
  return jobPage.parse(JSON.parse(answer.text)).data;
}

/** Runs the alarm too: the platform fires it by its own clock. */
async function countEnded({ workspaceId, key }: { workspaceId: string; key: string }): Promise<number> {
  await service.ringAlarm(workspaceId);
  return (await listJobs(key)).filter(({ finishedAt }) => finishedAt !== null).length;
}

/** The queue has lost its messages. The attempts that ran are lost when the clock is past their lease. */
async function startAgain(workspaceId: string, aheadMs: number): Promise<void> {
  await service.startAt(aheadMs);
  await service.ringAlarm(workspaceId);
  await service.moveClock(aheadMs + RETRY_WAIT_MS);
}

test('after kills, with each message delivered twice, every job has one PDF that was charged once', async () => {
  const tenant = await service.createTenant();
  const { workspaceId, key } = tenant;
  // Its rate has no limit, so the test may ask as often as it likes.
  await service.operator.setWorkspace(workspaceId, { plan: 'scale-enterprise' });
  const body = { htmlContent: '<p>Hello</p>', options: { waitFor: { delayMs: 200 } } };
  const accepted = await Promise.all(
    Array.from({ length: JOBS }, async () => expectAccepted(await service.generate(key, body, ASYNC))),
  );
  for (const [kill, ended] of KILLS_AFTER.entries()) {
    await eventually(async () => expect(await countEnded(tenant)).toBeGreaterThanOrEqual(ended));
    await service.kill();
    await startAgain(workspaceId, (kill + 1) * LEASE_MS);
  }
  await eventually(async () => expect(await countEnded(tenant)).toBe(JOBS));

  const jobs = await listJobs(key);
  expect(jobs.map(({ state, error }) => ({ state, error }))).toEqual(
    jobs.map(() => ({ state: 'succeeded', error: null })),
  );
  expect(jobs.map(({ jobId }) => jobId).sort()).toEqual(accepted.map(({ jobId }) => jobId).sort());
  expect(await service.operator.setWorkspace(workspaceId, {})).toMatchObject({ quotaUsed: JOBS });

  // The alarm deletes the bodies, and what attempts left that were cut off.
  for (const minutes of [40, 60]) {
    await service.moveClock(minutes * MINUTE_MS);
    await service.ringAlarm(workspaceId);
  }
  const files = jobs.map(({ fileId }) => `pdf/${z.string().parse(fileId)}`);
  expect((await service.storedObjects()).sort()).toEqual(files.sort());
});
