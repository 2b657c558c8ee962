import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { batchAnswer, batchRowPage } from '../../schema/api/batches.ts';
import { PLAN_IDS, type PlanId, PLANS } from '../../schema/plans.ts';
import { LEASE_MS } from '../../worker/objects/lease.ts';
import { ClockedService } from '../support/clocked-service.ts';

const MOST_ROWS = 40;

/** Few enough that the turn of a row that ran comes soon: a retry waits behind rows that wait longer. */
const rowsOn = (plan: PlanId): number => Math.min(MOST_ROWS, 4 * PLANS[plan].maxRunningJobs);

/** After the first attempt (contract 13.3). */
const RETRY_WAIT_MS = 5_000;

/** For all rows. */
const LIMIT_MS = PLANS['scale-enterprise'].timeoutMs;

/** Twice what the rules add up to, because other programs use the machine. It was the plan's timeout and more. */
const MOST_MS = 2 * (LEASE_MS + RETRY_WAIT_MS);

/** The largest plan waited longest: its timeout and a minute. `npm run tool -- sweeps` tests all plans. */
const TESTED: readonly PlanId[] = process.env.ALL_PLANS ? PLAN_IDS : ['scale-enterprise'];

let service: ClockedService;
let key = '';

beforeAll(async () => {
  service = await ClockedService.create();
  await service.startAt(0);
});
afterAll(() => service.remove());

const read = async (path: string): Promise<unknown> =>
  JSON.parse((await service.fetch(path, { headers: { 'X-API-Key': key } })).text);

async function createBatch(plan: PlanId): Promise<{ batchId: string; workspaceId: string }> {
  const tenant = await service.createTenant();
  const { workspaceId } = tenant;
  key = tenant.key;
  await service.operator.setWorkspace(workspaceId, { plan });
  const { id } = await service.operator.putTemplate({ workspaceId, name: 'row', content: '<p>{{n}}</p>' });
  // Rows run when the service is killed, and others wait.
  const options = { waitFor: { delayMs: 2_000 } };
  const rows = Array.from({ length: rowsOn(plan) }, (_, n) => ({
    externalId: `row ${n}`,
    templateData: { n },
  }));
  const answer = await service.fetch('/v1/batches', {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' },
    body: [{ templateId: id, options }, ...rows].map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status, answer.text).toBe(202);
  return { batchId: batchAnswer.parse(JSON.parse(answer.text)).data.batchId, workspaceId };
}

test.each(TESTED)(
  'after a kill of the service, rows that ran and rows that wait go on soon: %s',
  async (plan) => {
    const { batchId, workspaceId } = await createBatch(plan);
    const readBatch = async () => batchAnswer.parse(await read(`/v1/batches/${batchId}`)).data;
    const reach = (condition: () => Promise<void>) =>
      vi.waitFor(condition, { timeout: LIMIT_MS, interval: 200 });
    await reach(async () => expect((await readBatch()).rows.succeeded).toBeGreaterThan(0));
    await reach(async () => expect((await readBatch()).rows.running).toBeGreaterThan(1));

    // The queue loses its messages. No clock is moved, and no alarm is rung: the platform does it.
    await service.kill();
    await service.startAt(0);
    const startedAt = Date.now();
    await reach(async () => expect((await readBatch()).state).toBe('completed'));

    const { data: rows } = batchRowPage.parse(await read(`/v1/batches/${batchId}/rows?limit=200`));
    expect(rows.map(({ state }) => state)).toEqual(rows.map(() => 'succeeded'));
    expect(rows).toHaveLength(rowsOn(plan));
    expect(await service.operator.setWorkspace(workspaceId, {})).toMatchObject({ quotaUsed: rowsOn(plan) });

    const sinceStartMs = rows
      .map(({ attempts, startedAt: at }) => ({ attempts, ms: Date.parse(String(at)) - startedAt }))
      .filter(({ ms }) => ms > 0);
    const again = sinceStartMs.filter(({ attempts }) => attempts > 1).map(({ ms }) => ms);
    const waited = sinceStartMs.filter(({ attempts }) => attempts === 1).map(({ ms }) => ms);
    expect(again.length).toBeGreaterThan(0);
    expect(Math.min(...again)).toBeLessThan(MOST_MS);
    expect(Math.min(...waited)).toBeLessThan(2 * LEASE_MS);
    console.log(
      `after a kill on ${plan}: rows that waited ${Math.min(...waited)} ms, that ran ${Math.min(...again)} ms`,
    );
  },
);
